import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPostgresBinaries } from "#scripts/postgres/binaries.ts";
import { ensureCluster, SUPERUSER } from "#scripts/postgres/data-directory.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { claimDataDirectory, ownerOption } from "#scripts/postgres/running-server.ts";
import { ServerStartError, spawnServer } from "#scripts/postgres/server-process.ts";
import { chooseServerUser, commandAs } from "#scripts/postgres/server-user.ts";

const START_ATTEMPTS = 100;
const BETWEEN_ATTEMPTS_MS = 100;

/** A running server. */
export type EmbeddedPostgres = {
  /** The TCP port on 127.0.0.1. */
  readonly port: number;
  /** The pid of the server process. */
  readonly pid: number;
  /** Resolves when the server and all its backends have ended, whether by `stop()` or by themselves. */
  readonly exited: Promise<void>;
  /** The connection URL of `database`, as superuser, password included. The database "postgres" always exists. */
  url(database: string): string;
  /** Disconnects everybody, ends the server in good order, resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Made when missing. Holds nothing but this server's data. */
  readonly dataDir: string;
  /** A free one is taken when none is given. */
  readonly port?: number;
  /** "off" may lose everything when the machine stops, and is much faster: for tests. Default "full". */
  readonly durability?: "full" | "off";
  /** Gets every line that the server says. */
  readonly log?: (line: string) => void;
};

/**
 * Starts a Postgres server on the data in `dataDir`, which is initialised when empty, and which a server that was killed
 * may have left behind in any state. The server ends with this process, even when this process is killed.
 *
 * @throws Error with a sentence for the user when the directory is in use, the port is taken, or Postgres cannot run.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durability = "full", log = () => undefined } = options;
  const binaries = findPostgresBinaries();
  const parent = path.dirname(path.resolve(options.dataDir));
  await mkdir(parent, { recursive: true });
  const dataDir = path.join(await realpath(parent), path.basename(options.dataDir));
  const user = await chooseServerUser(dataDir);
  const password = await ensureCluster(dataDir, binaries, user, durability === "full");
  await claimDataDirectory(dataDir);
  const start = async (port: number) => {
    const args = ["-D", dataDir, "-p", String(port), ...serverOptions(durability)];
    const reach = [path.dirname(dataDir), path.dirname(binaries.postgres)];
    return { port, server: await spawnServer(commandAs(user, binaries.postgres, args, reach), log) };
  };
  const { port, server } = await startPatiently(start, options.port);
  return {
    port,
    pid: server.pid,
    exited: server.exited,
    url: (database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    stop: server.stop,
  };
}

/**
 * Two refusals pass by themselves: somebody took the free port between our looking and the server's, and backends of a
 * server that was killed have not all noticed yet.
 */
async function startPatiently<T>(start: (port: number) => Promise<T>, fixedPort: number | undefined): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(fixedPort ?? (await findFreePort()));
    } catch (error) {
      const reason = error instanceof ServerStartError ? error.reason : "";
      const portTaken = reason.includes("could not create any TCP/IP sockets");
      if (portTaken && fixedPort !== undefined) {
        throw new Error(`Port ${fixedPort} of 127.0.0.1 is taken. Stop what uses it, or choose another.`, {
          cause: error,
        });
      }
      const backendsLeft = reason.includes("pre-existing shared memory block");
      if (attempt === START_ATTEMPTS || !(portTaken || backendsLeft)) {
        throw error;
      }
      await pause(BETWEEN_ATTEMPTS_MS);
    }
  }
}

function serverOptions(durability: "full" | "off"): string[] {
  const options = [
    ownerOption(process.pid),
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
  ];
  const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  return [...options, ...(durability === "off" ? fast : [])].flatMap((option) => ["-c", option]);
}
