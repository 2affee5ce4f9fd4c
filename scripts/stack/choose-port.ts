import { createServer } from "node:net";

/**
 * The wanted port if it is free on this machine, otherwise the next free one. It has to be free on both loopback
 * addresses: browsers try ::1 first for `localhost`, and would reach another program there.
 */
export async function choosePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if ((await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))) return port;
  }
  throw new Error(`All ports from ${wanted} to ${wanted + 99} are in use. Set PORT to another one.`);
}

/** True for a free port, and on a machine without the address. */
function isFree(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "EADDRINUSE" && code !== "EACCES"));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });
}
