import { connect, type Socket } from "node:net";

/** A held request, with the status and time of its response. */
export type HeldRequest = { path: string; answered: Promise<{ status: number; atMs: number }>; end(): void };

const openedAtOnce = 250;

/**
 * Opens a connection for each path and sends a GET. Uses bare sockets, because the client itself must be
 * small enough to hold 15,000 requests.
 */
export async function holdRequests(
  port: number,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<HeldRequest[]> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const held: HeldRequest[] = [];
  for (let start = 0; start < paths.length; start += openedAtOnce) {
    const some = paths.slice(start, start + openedAtOnce);
    held.push(...(await Promise.all(some.map((path) => hold(port, path, lines.join(""))))));
  }
  return held;
}

function hold(port: number, path: string, headers: string): Promise<HeldRequest> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      const request = `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
      socket.write(request, () => {
        resolve({ path, answered: firstAnswer(socket, request), end: () => socket.destroy() });
      });
    });
    socket.once("error", reject);
  });
}

/** Repeats the request whenever it ends without a change, like wallets do. */
function firstAnswer(socket: Socket, request: string): Promise<{ status: number; atMs: number }> {
  return new Promise((resolve) => {
    socket.on("data", (data) => {
      const status = Number(data.subarray(9, 12).toString());
      if (status === 200 && !data.includes(final)) {
        socket.write(request);
        return;
      }
      resolve({ status, atMs: performance.now() });
      socket.destroy();
    });
  });
}

const final = '"isFinal":true';
