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
export function adapterFor(client: pg.Client): SqlMigrationAwareDriverAdapterFactory {
  const identity = { provider: "postgres", adapterName: "@prisma/adapter-pg" } as const;
  const adapter: SqlDriverAdapter = {
    ...identity,
    queryRaw: (query) => queryRows(client, query),
    executeRaw: async ({ sql, args }) => (await capture(client.query(sql, args))).rowCount ?? 0,
    executeScript: (script) => captureScript(client.query(script)),
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
