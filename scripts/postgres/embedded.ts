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
  /** Resolves when the server and all its backends have exited, for any reason. */
  readonly exited: Promise<void>;
  /** The superuser's connection URL for `database`, with the password. The database "postgres" always exists. */
  url(database: string): string;
  /** Closes all connections, shuts the server down and resolves when it has exited. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Created when missing. For this server's data only. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /** "off" is much faster but can lose all data when the machine stops: for tests. Default "full". */
  readonly durability?: "full" | "off";
  /** Called with every line of the server's log. */
  readonly log?: (line: string) => void;
};

/**
 * Starts a Postgres server on `dataDir`. An empty directory is initialised; a killed server's directory is recovered. The
 * server exits with this process, even when this process is killed.
 *
 * @throws Error with a message for the user when the directory or port is in use, or Postgres can't run.
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
  const { port, server } = await startWithRetry(start, options.port);
  return {
    port,
    pid: server.pid,
    exited: server.exited,
    url: (database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    stop: server.stop,
  };
}

/**
 * Retries two transient failures: another process took the free port before the server could bind it, and backends of a
 * killed server that are still exiting.
 */
async function startWithRetry<T>(start: (port: number) => Promise<T>, fixedPort: number | undefined): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(fixedPort ?? (await findFreePort()));
    } catch (error) {
      const reason = error instanceof ServerStartError ? error.reason : "";
      const portTaken = reason.includes("could not create any TCP/IP sockets");
      if (portTaken && fixedPort !== undefined) {
        throw new Error(
          `Port ${fixedPort} of 127.0.0.1 is taken. Stop the process that uses it or choose another port.`,
          {
            cause: error,
          },
        );
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
