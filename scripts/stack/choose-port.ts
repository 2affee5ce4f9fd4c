import { createServer } from "node:net";

/** The wanted port if it is free on 127.0.0.1, otherwise the next free one. */
export async function choosePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(`All ports from ${wanted} to ${wanted + 99} are in use. Set PORT to another one.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
