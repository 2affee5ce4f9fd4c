import pg from "pg";

/** Not a class, because the other copy of lib in this process has its own. */
const brand = Symbol.for("till.databaseDown");

/**
 * SQLSTATEs of a server that is there and doesn't serve: class 08, too many connections, shutdowns, and a
 * standby or full disk, which takes no writes.
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
    this.on("connect", (client) => client.on("error", markDatabaseDown));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => Promise.reject(markDatabaseDown(error)));
    super.connect((error, client, done) => callback(markDatabaseDown(error), client, done));
    return undefined;
  }
}

/** Marks an error of a connection to the database. */
export function markDatabaseDown<T>(error: T): T {
  if (typeof error === "object" && error !== null) Object.assign(error, { [brand]: true });
  return error;
}

type MaybeDatabaseError = {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

/** Yields an error and those that it wraps, the outermost first. Prisma wraps the database's error in its own. */
function* withCauses(thrown: unknown): Generator<MaybeDatabaseError> {
  if (typeof thrown !== "object" || thrown === null) return;
  const error: MaybeDatabaseError = thrown;
  yield error;
  yield* withCauses(error.cause);
  yield* withCauses(error.meta?.driverAdapterError);
}

/** Returns the codes of an error and its causes, SQLSTATEs among them. */
export function codesOf(thrown: unknown): string[] {
  return [...withCauses(thrown)]
    .flatMap(({ code, originalCode }) => [code, originalCode])
    .filter((code) => typeof code === "string");
}

/** True for an error that says that the database can't be reached or doesn't serve, wrapped by Prisma or not. */
export function isDatabaseDown(thrown: unknown): boolean {
  if (codesOf(thrown).some((code) => unavailable.test(code))) return true;
  return [...withCauses(thrown)].some((error) => {
    if (brand in error) return true;
    const { kind, message } = error;
    if (typeof kind === "string" && unavailableToPrisma.includes(kind)) return true;
    return typeof message === "string" && lost.test(message);
  });
}
