import type pg from "pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { MarkedPool } from "#lib/db/database-down.ts";
import { passGate } from "#lib/db/statement-gate.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** The time that the server's refusal of a statement that takes too long has to arrive. */
const answerMarginMs = 5_000;
/** For workers and commands, whose statements have no limit: far more than the longest of them takes. */
const unlimitedAnswerMs = 60 * 60_000;

function answerTimeoutMs(): number {
  const seconds = env().DATABASE_STATEMENT_TIMEOUT;
  return seconds === 0 ? unlimitedAnswerMs : seconds * 1_000 + answerMarginMs;
}

/** Settings by which a connection notices that its server doesn't answer, or is gone without having closed it. */
export const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  // Ends no connection whose last statement the server's machine hasn't acknowledged: the kernel then repeats it for 15 minutes.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

/** The connection pool of the process, shared by our statements, Prisma and graphile-worker. */
export const pool = processSingleton("pg-pool", () => {
  const created = new MarkedPool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    ...connectionLimits,
    idleTimeoutMillis: 30_000,
    statement_timeout: env().DATABASE_STATEMENT_TIMEOUT * 1_000,
    // A connection over which no answer comes may be lost without a word. pg closes it then, because it is a pipeline.
    query_timeout: answerTimeoutMs(),
    // Statements that a transaction starts together are sent without waiting for each other's answers.
    pipeline: true,
  });
  // Without a listener, a connection that breaks (such as at a server restart) would crash the process. The pool replaces
  // it at the next use. A connection in use also fails its statement, whose caller handles the error.
  created.on("error", (error) => log().warn({ err: error }, "lost an idle database connection"));
  return created;
});

/** A statement, prepared once per connection under its name. Names are unique in the codebase. */
export type Statement = { name: string; text: string };

export type Value = string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | null)[];

/** Runs statements: on the pool, or in a transaction. */
export type Queryable = {
  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
};

/** Runs statements outside a transaction, each on any free connection. */
export const database: Queryable = {
  async rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await passGate(() => pool().query<Row>(queryOf(statement, values)))).rows;
  },
};

/** Builds the query of a statement; without its name where poolers don't know named statements. */
export function queryOf({ name, text }: Statement, values: readonly Value[]): pg.QueryConfig {
  return env().DATABASE_PREPARED_STATEMENTS ? { name, text, values: [...values] } : { text, values: [...values] };
}
