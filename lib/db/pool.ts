import pg from "pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** The process's one connection pool; the hot statements, Prisma and graphile-worker all take from it. */
export const pool = processSingleton("pg-pool", () => {
  const created = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  });
  // A connection that breaks (a restarted server) is replaced at the next use; without a listener it is fatal. One in
  // use fails its statement as well, which is where the error is handled.
  created.on("error", (error) => log().warn({ err: error }, "an idle database connection broke"));
  created.on("connect", (client) => client.on("error", () => undefined));
  return created;
});

/** A statement that is prepared once per connection, under its name. Names are unique across the code. */
export type Statement = { name: string; text: string };

export type Value = string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | null)[];

/** What a repository needs of a connection: the pool's, or a transaction's. */
export type Queryable = {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
};

/** Runs statements outside of any transaction, each on whatever connection is free. */
export const database: Queryable = {
  async rows<Row extends object>({ name, text }: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await pool().query<Row>({ name, text, values: [...values] })).rows;
  },
};
