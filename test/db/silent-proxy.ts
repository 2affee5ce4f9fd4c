import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a database that can lose connections without a word, as a network or a failover does. */
export type SilentProxy = {
  /** The database's address, through the proxy. */
  readonly url: string;
  /**
   * From now on, at most this many more connections are lost when their client sends data that is due;
   * neither end hears of it.
   */
  lose(count: number, isDue: (sent: Buffer) => boolean): void;
  stop(): Promise<void>;
};

/** Starts a proxy in front of a database. It passes everything on until the first `lose`. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port), host: url.hostname };
  const open = new Set<Socket>();
  let left = 0;
  let isDue: (sent: Buffer) => boolean = () => false;
  const server = createServer((client) => {
    const behind = connect(target);
    let isLost = false;
    client.on("data", (sent) => {
      if (!isLost && left > 0 && isDue(sent)) {
        isLost = true;
        left -= 1;
      }
      if (!isLost) behind.write(sent);
    });
    behind.on("data", (received) => {
      if (!isLost) client.write(received);
    });
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        if (!isLost || socket === client) other.destroy();
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lose(count, isNext) {
      left = count;
      isDue = isNext;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
