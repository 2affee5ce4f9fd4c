import { setTimeout as pause } from "node:timers/promises";
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { findConcurrentIndex } from "#scripts/migrate/concurrent-index.ts";

/** Other statements on a table wait at most this long for a migration. */
const LOCK_TIMEOUT_MS = 500;
const BETWEEN_ATTEMPTS_MS = 1_000;
/** Two and a half minutes: longer than any transaction of ours. */
const LOCK_ATTEMPTS = 100;
/** lock_not_available and deadlock_detected: another transaction stood in the way, and nothing of ours has happened. */
const BLOCKED: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

const CHAR = 18;
const TIMESTAMPTZ = 1184;

const COLUMN_TYPES: ReadonlyMap<number, ColumnType> = new Map([
  [16, ColumnTypeEnum.Boolean],
  [CHAR, ColumnTypeEnum.Character],
  [20, ColumnTypeEnum.Int64],
  [21, ColumnTypeEnum.Int32],
  [23, ColumnTypeEnum.Int32],
  [26, ColumnTypeEnum.Int64],
  [1009, ColumnTypeEnum.TextArray],
  [TIMESTAMPTZ, ColumnTypeEnum.DateTime],
]);

/**
 * Creates an adapter that connects Prisma's schema engine to Postgres over one connection, which the caller owns.
 *
 * `@prisma/adapter-pg` doesn't work for migrations: it doesn't know the system catalogs' type "char", so introspection
 * fails; it splits scripts at every semicolon, which breaks function bodies; and it runs the parts on different pooled
 * connections. Here a script is one message, and so one transaction unless the script itself says otherwise.
 */
export function adapterFor(
  client: pg.Client,
  onBlocked: () => void = () => undefined,
): SqlMigrationAwareDriverAdapterFactory {
  const identity = { provider: "postgres", adapterName: "@prisma/adapter-pg" } as const;
  const adapter: SqlDriverAdapter = {
    ...identity,
    queryRaw: (query) => queryRows(client, query),
    executeRaw: async ({ sql, args }) => (await capture(client.query(sql, args))).rowCount ?? 0,
    executeScript: (script) => captureScript(runScript(client, script, onBlocked)),
    startTransaction: () => Promise.reject(new Error("The schema engine doesn't use its adapter's transactions.")),
    dispose: () => Promise.resolve(),
  };
  return {
    ...identity,
    connect: async () => {
      await capture(client.query("SET TIME ZONE 'UTC'"));
      return adapter;
    },
    connectToShadowDb: () => Promise.reject(new Error("scripts/migrate creates shadow databases, not the engine.")),
  };
}

/**
 * Runs a script without making others wait for long: a statement that waits for a lock makes every later one
 * on its table wait behind it, so it gives up after half a second and the script, of which nothing has
 * happened then, is tried again. That is also shorter than Postgres's deadlock_timeout. Indexes that are
 * built concurrently block nothing while they wait, and can't be rolled back: they wait.
 */
async function runScript(client: pg.Client, script: string, onBlocked: () => void): Promise<void> {
  const bare = script.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, "");
  const isConcurrent = /\bCONCURRENTLY\b/i.test(bare);
  // Part of a script with transactions of its own may have been committed.
  const canRepeat = !isConcurrent && !/^\s*(?:BEGIN|COMMIT|ROLLBACK)\s*;/im.test(bare);
  await client.query(`SET lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`);
  const index = await findConcurrentIndex(client, script);
  // An earlier attempt was interrupted, or has failed.
  if (index?.state === "unfinished") await client.query(`DROP INDEX CONCURRENTLY ${index.name}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(script);
      return;
    } catch (error) {
      const isBlocked = error instanceof pg.DatabaseError && BLOCKED.has(error.code);
      if (!isBlocked || !canRepeat || attempt === LOCK_ATTEMPTS) throw error;
      onBlocked();
      await pause(BETWEEN_ATTEMPTS_MS);
    }
  }
}

async function queryRows(client: pg.Client, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const types = {
    getTypeParser: (oid: number) => (oid === TIMESTAMPTZ ? toRfc3339 : pg.types.getTypeParser(oid, "text")),
  };
  const query = { text: sql, values: args, rowMode: "array" as const, types };
  const { fields, rows } = await capture(client.query<unknown[]>(query));
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => COLUMN_TYPES.get(field.dataTypeID) ?? ColumnTypeEnum.Text),
    rows,
  };
}

/** Converts "2026-01-31 12:00:00.5+00", the format of a UTC session, to "2026-01-31T12:00:00.5+00:00". */
function toRfc3339(text: string): string {
  return `${text.replace(" ", "T")}:00`;
}

async function capture<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw toDriverError(error, (databaseError) => databaseError);
  }
}

/**
 * Moves the SQLSTATE of a failed script into the message. For codes that it knows, the engine would replace the
 * database's message with a less helpful one; it only needs those codes to detect that its own table is missing.
 */
async function captureScript(result: Promise<unknown>): Promise<void> {
  try {
    await result;
  } catch (error) {
    throw toDriverError(error, ({ message, position, code }) => {
      const place = position === undefined ? "" : ` at character ${position}`;
      return { code: "", message: `${message}${place} (${code})` };
    });
  }
}

/** Converts a database error to the error type that the engine displays. */
function toDriverError(
  error: unknown,
  present: (error: pg.DatabaseError) => { code?: string | undefined; message: string },
): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return error;
  }
  const { code = "", message } = present(error);
  const { severity = "ERROR", detail, column, hint } = error;
  return new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
}
