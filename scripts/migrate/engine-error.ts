const ADVICE =
  "Nothing more is deployed until that is settled. Find out what it left in the database, then record it: " +
  "npm run migrate -- resolve NAME applied|rolled-back";

/** Prisma's code for "an earlier migration failed". */
const UNRESOLVED = "P3009";

/** The engine refused, or the database did: names the migration and what the database said, without the engine's trace. */
class MigrationError extends Error {
  constructor(cause: unknown) {
    super(toMessage(cause), { cause });
    this.name = "MigrationError";
  }
}

/**
 * Awaits a call of the schema engine.
 *
 * @throws MigrationError when the engine rejects.
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

/** Drops the engine's preface, and the lines by which it tells where in its own source it was. */
function withoutTrace(message: string): string {
  const [words = ""] = message.split(/^ +0: /m);
  return words.replace(/^external connector error\n/, "").trim();
}
