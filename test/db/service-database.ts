import pg from "pg";
import { closeDatabase } from "#lib/db/close.ts";
import { createTestDatabase } from "#test/db/database.ts";
import { setEnv } from "#test/env/set-env.ts";
import { until } from "#test/until.ts";

/** A database that lib's own pool uses, and a second connection to it for the test. */
export type ServiceDatabase = {
  readonly url: string;
  /** Runs a statement on a connection outside of lib's pool. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` while another transaction holds the locks of this statement, and releases them when `work` has returned. */
  holding<T>(lock: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when that many statements of other connections wait for a lock. @throws Error after a minute. */
  untilBlocked(count: number): Promise<void>;
  stop(): Promise<void>;
};

const countBlocked = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** For `beforeAll`; `stop` in `afterAll`. Sets the environment, so call it before lib reads it. */
export async function startDatabase(variables: Readonly<Record<string, string>> = {}): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  setEnv({ DATABASE_URL: database.url, ...variables });
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  // The pool releases its connections before they are closed; the drop then terminates them.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const query: ServiceDatabase["query"] = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...values])).rows;
  return {
    url: database.url,
    query,
    async holding(lock, work) {
      const holder = await pool.connect();
      try {
        await holder.query("BEGIN");
        await holder.query(lock);
        return await work();
      } finally {
        await holder.query("ROLLBACK");
        holder.release();
      }
    },
    async untilBlocked(count) {
      await until(`${count} statements that wait for a lock`, async () => {
        const [row] = await query<{ count: number }>(countBlocked);
        return row?.count === count;
      });
    },
    async stop() {
      await closeDatabase();
      await pool.end();
      await database.drop();
    },
  };
}
