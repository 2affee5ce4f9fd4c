import { createServer } from "node:net";

/** The wanted port if it is free on 127.0.0.1, else the next one that is. */
export async function choosePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port from ${wanted} to ${wanted + 99} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
