import { createServer } from "node:net";

/** Finds a TCP port of 127.0.0.1 that is currently free. */
export async function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()));
  });
  return promise;
}
