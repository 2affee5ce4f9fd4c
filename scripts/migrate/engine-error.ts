const ADVICE =
  "Further deploys are blocked. Check whether its changes are in the database, then record the outcome: " +
  "npm run migrate -- resolve NAME applied|rolled-back";

/** Prisma's code for an earlier migration that failed and was not resolved. */
const UNRESOLVED = "P3009";

/**
 * An error of the engine or the database, with the migration's name and the database's message, without the
 * engine's stack trace.
 */
class MigrationError extends Error {
  constructor(cause: unknown) {
    super(toMessage(cause), { cause });
    this.name = "MigrationError";
  }
}

/**
 * Awaits a call to the schema engine.
 *
 * @throws MigrationError when it rejects.
 */
export async function explain<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new MigrationError(error);
  }
}

function toMessage(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const migration = /migration_name="([^"]+)"/.exec(message)?.[1];
  const title = migration === undefined ? [] : [`Migration ${migration} failed.`];
  const unresolved = cause instanceof Error && "code" in cause && cause.code === UNRESOLVED;
  const advice = migration !== undefined || unresolved ? [ADVICE] : [];
  return [...title, withoutTrace(message), ...advice].join("\n");
}

/** Removes the engine's prefix and stack trace. */
function withoutTrace(message: string): string {
  const [words = ""] = message.split(/^ +0: /m);
  return words.replace(/^external connector error\n/, "").trim();
}
