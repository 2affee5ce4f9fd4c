import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** The advisory lock of Prisma's `migrate deploy`, so that both tools exclude each other. */
const PRISMA_LOCK = 72707369;

const LOCK_POLL_MS = 100;

/** A deploy with nothing to apply has the lock for less. */
const SAY_AFTER_MS = 3_000;

const LOCK_HOLDER = `SELECT a.pid, a.client_addr AS address, date_trunc('second', a.backend_start) AS since
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted AND a.datname = current_database()`;

/**
 * Applies pending migrations in order of their names, then those of the job queue (graphile-worker, schema
 * `graphile_worker`). Concurrent deploys run one after the other.
 *
 * Needs a direct connection: session locks don't work through a PgBouncer that pools transactions.
 *
 * @param say called with the reason each time a migration has to wait for a lock that another transaction
 * holds; it tries again for two and a half minutes, half a second at a time. Also called, once, when another
 * deploy takes long, for which this one waits without end.
 * @returns the names of the migrations that this call applied; empty when the database was up to date.
 * @throws MigrationError when a migration fails, or an earlier failure has not been resolved.
 */
export function deployMigrations(
  databaseUrl: string,
  migrationsDir = MIGRATIONS_DIR,
  say: (reason: string) => void = () => undefined,
): Promise<string[]> {
  const onBlocked = () => say("Waiting for a transaction that uses the same table. Trying again.");
  return withConnection(databaseUrl, async (client) => {
    await acquireLock(client, say);
    const applied = await applyMigrations(client, migrationsDir, onBlocked);
    await migrateQueue(databaseUrl);
    return applied;
  });
}

/** Passes its own pool, because graphile-worker's releases connections before they close and drops their errors. */
async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/** Applies the migrations without the job queue's: for scratch databases that are only compared. */
export async function applyMigrations(
  client: pg.Client,
  migrationsDir = MIGRATIONS_DIR,
  onBlocked?: () => void,
): Promise<string[]> {
  using engine = await openSchemaEngine(client, onBlocked);
  const migrationsList = await readMigrations(migrationsDir);
  const output = await explain(engine.applyMigrations({ migrationsList, filters: NO_FILTERS }));
  return output.appliedMigrationNames;
}

/**
 * Polls for the lock instead of waiting in Postgres: a waiting statement holds a snapshot, and the CREATE INDEX
 * CONCURRENTLY of the deploy that has the lock would wait for that snapshot: a deadlock.
 */
async function acquireLock(client: pg.Client, say: (reason: string) => void): Promise<void> {
  const attempt = async () => {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [PRISMA_LOCK]);
    return rows[0]?.taken === true;
  };
  const startedMs = performance.now();
  let isSaid = false;
  while (!(await attempt())) {
    if (!isSaid && performance.now() - startedMs > SAY_AFTER_MS) {
      isSaid = true;
      say(await describeHolder(client));
    }
    await pause(LOCK_POLL_MS);
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null; since: Date }>(LOCK_HOLDER, [PRISMA_LOCK]);
  const [holder] = rows;
  if (holder === undefined) return "Waiting for another process that migrates this database.";
  const { pid, address, since } = holder;
  return `Waiting for another process that migrates this database: it is connected from ${address ?? "the database's machine"} since ${since.toISOString()}.
If it no longer runs, end its connection in psql: SELECT pg_terminate_backend(${pid});`;
}
