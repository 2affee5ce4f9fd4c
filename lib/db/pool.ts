import type pg from "pg";
import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { createWorkQueue } from "#lib/core/work-queue.ts";
import { MarkedPool } from "#lib/db/database-down.ts";
import type { Statement } from "#lib/db/statement.ts";
import { currentWork, doAsOwn, type WorkKind } from "#lib/db/work.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** Grace period for Postgres's own timeout error. */
const answerMarginMs = 5_000;
/** For statements without a limit: far more than the longest of them takes. */
const unlimitedAnswerMs = 60 * 60_000;
/** Buyers and polls don't wait longer for a statement, whatever the limit of the others. */
const gatewayTimeoutSeconds = 10;

/**
 * The connections and the statement timeout of a class of work in a process with `size` connections. A web process has `gateway`,
 * `merchant` and `bulk`, which share the size; workers and commands have `jobs`, whose statements may take long.
 */
function limitsOf(kind: WorkKind): { max: number; timeoutSeconds: number } {
  const { DATABASE_POOL_SIZE: size, DATABASE_STATEMENT_TIMEOUT: timeoutSeconds } = env();
  // A slow statement leaves a second connection to the other partners.
  const bulk = Math.max(2, Math.floor(size / 8));
  const rest = Math.max(2, size - bulk);
  const half = Math.floor(rest / 2);
  if (kind === "jobs") return { max: size, timeoutSeconds: 0 };
  if (kind === "bulk") return { max: bulk, timeoutSeconds };
  if (kind === "merchant") return { max: half, timeoutSeconds };
  return { max: rest - half, timeoutSeconds: Math.min(timeoutSeconds, gatewayTimeoutSeconds) };
}

/** Settings by which a connection notices that its server doesn't answer, or is gone without having closed it. */
export const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  // Ends no connection whose last statement the server's machine hasn't acknowledged: the kernel then repeats it for 15 minutes.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

function createPool(kind: WorkKind): pg.Pool {
  const { max, timeoutSeconds } = limitsOf(kind);
  const created = new MarkedPool({
    connectionString: env().DATABASE_URL,
    max,
    ...connectionLimits,
    idleTimeoutMillis: 30_000,
    statement_timeout: timeoutSeconds * 1_000,
    // A connection over which no answer comes may be lost without a word. pg closes it then, because it is a pipeline.
    query_timeout: timeoutSeconds === 0 ? unlimitedAnswerMs : timeoutSeconds * 1_000 + answerMarginMs,
    // Statements that a transaction starts together are sent without waiting for each other's answers.
    pipeline: true,
  });
  // Without a listener, a connection that breaks (such as at a server restart) would crash the process. The pool replaces
  // it at the next use. A connection in use also fails its statement, whose caller handles the error.
  created.on("error", (error) => log().warn({ err: error }, "lost an idle database connection"));
  return created;
}

/** The process's pools, by class of work; each is created at its first use. */
export const pools = processSingleton("pg-pools", () => new Map<WorkKind, pg.Pool>());

/**
 * Returns the connection pool of a class of work, by default the running one, shared by our statements,
 * Prisma and graphile-worker.
 */
export function pool(kind: WorkKind = currentWork().kind): pg.Pool {
  const existing = pools().get(kind);
  if (existing !== undefined) return existing;
  const created = createPool(kind);
  pools().set(kind, created);
  return created;
}

/** The order in which partners get the connections for bulk work. */
export const bulkQueue = processSingleton("bulk-queue", () =>
  createWorkQueue<PartnerId>({
    atOnce: limitsOf("bulk").max,
    waitingPerClient: 500,
    waitingInAll: 5_000,
    message: "This account is reading too much data at once. Try again in a few seconds.",
  }),
);

/**
 * Runs a statement or a transaction on the pool of the running class of work; bulk work when it is the
 * partner's turn. Statements that `run` starts in addition to its own use the process's own class, because a
 * second turn could wait for the first one.
 * @throws TillError `rate_limited` when too much of a partner's bulk work is waiting, and whatever `run` throws.
 */
export function withPool<T>(run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const work = currentWork();
  if (work.kind !== "bulk") return run(pool(work.kind));
  return bulkQueue()(work.partnerId, () => doAsOwn(() => run(pool("bulk"))));
}

export type Value = string | number | bigint | boolean | Date | Buffer | null | readonly (string | number | null)[];

/** Runs statements: on the pool, or in a transaction. */
export type Queryable = {
  rows<Row extends object>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]>;
};

/** Runs statements outside a transaction, each on any free connection. */
export const database: Queryable = {
  async rows<Row extends object>(statement: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return (await withPool((from) => from.query<Row>(queryOf(statement, values)))).rows;
  },
};

/** Builds the query of a statement; without its name where poolers don't know named statements. */
export function queryOf({ name, text }: Statement, values: readonly Value[]): pg.QueryConfig {
  return env().DATABASE_PREPARED_STATEMENTS ? { name, text, values: [...values] } : { text, values: [...values] };
}
