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
 * Lets Prisma's schema engine talk to Postgres over one connection, which stays its caller's.
 *
 * `@prisma/adapter-pg` cannot carry migrations: it does not know the type "char" of the system catalogs, so that reading
 * a database fails; it cuts scripts at every semicolon, which breaks the body of a function; and it spreads the pieces
 * over the connections of a pool. Here a script is one message, and so one transaction unless it says otherwise.
 */
export function adapterFor(client: pg.Client): SqlMigrationAwareDriverAdapterFactory {
  const identity = { provider: "postgres", adapterName: "@prisma/adapter-pg" } as const;
  const adapter: SqlDriverAdapter = {
    ...identity,
    queryRaw: (query) => queryRows(client, query),
    executeRaw: async ({ sql, args }) => (await capture(client.query(sql, args))).rowCount ?? 0,
    executeScript: (script) => captureScript(client.query(script)),
    startTransaction: () => Promise.reject(new Error("The schema engine does not use transactions of its adapter.")),
    dispose: () => Promise.resolve(),
  };
  return {
    ...identity,
    connect: async () => {
      await capture(client.query("SET TIME ZONE 'UTC'"));
      return adapter;
    },
    connectToShadowDb: () => Promise.reject(new Error("Shadow databases are made by scripts/migrate, not the engine.")),
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

/** "2026-01-31 12:00:00.5+00", as a session in UTC writes it → "2026-01-31T12:00:00.5+00:00". */
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
 * Of the codes that it knows, the engine replaces the database's words by poorer ones of its own. That is how it learns
 * that its table is missing, but for somebody whose migration failed it is of no use: so a script's code goes into the
 * message instead.
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

/** The form in which the engine shows errors. */
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
