import pg from "pg";

/** Not a class, because the other copy of lib in this process has its own. */
const brand = Symbol.for("till.databaseDown");

/**
 * SQLSTATEs of a server that is there and doesn't serve: class 08, too many connections, shutdowns, and a standby or full disk, which
 * takes no writes.
 */
const unavailable = /^(08...|53100|53300|57P0[1-3]|25006)$/;
/** Prisma's words for the same. */
const unavailableToPrisma = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
/** The words of pg for a lost connection, or for one over which no answer comes. They have no code. */
const lost = /^(Connection terminated|Client has encountered a connection error|Query read timeout$)/;

/** A pool that marks the errors of its connections, because those of connections to other services look the same. */
export class MarkedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    // A statement that waits for its answer fails with the same error right afterwards.
    this.on("connect", (client) => client.on("error", mark));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect().catch((error: unknown) => Promise.reject(mark(error)));
    super.connect((error, client, done) => callback(mark(error), client, done));
    return undefined;
  }
}

function mark<T>(error: T): T {
  if (typeof error === "object" && error !== null) Object.assign(error, { [brand]: true });
  return error;
}

/** True for an error that says that the database can't be reached or doesn't serve, wrapped by Prisma or not. */
export function isDatabaseDown(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null) return false;
  if (brand in thrown) return true;
  const error = thrown as {
    code?: unknown;
    originalCode?: unknown;
    kind?: unknown;
    message?: unknown;
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
  };
  const codes = [error.code, error.originalCode].filter((code) => typeof code === "string");
  if (codes.some((code) => unavailable.test(code))) return true;
  if (typeof error.kind === "string" && unavailableToPrisma.includes(error.kind)) return true;
  if (typeof error.message === "string" && lost.test(error.message)) return true;
  return isDatabaseDown(error.cause) || isDatabaseDown(error.meta?.driverAdapterError);
}
