import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** The lock that Prisma's own `migrate deploy` takes, so that the two wait for each other as well. */
const PRISMA_LOCK = 72707369;

const LOCK_POLL_MS = 100;

/**
 * Brings the database up to date: applies the migrations that it lacks, in order of their names, then those of the job
 * queue (graphile-worker, schema `graphile_worker`). Any number of deploys may run at once; they take turns.
 *
 * Needs a direct connection: session locks do not pass through a PgBouncer that pools transactions.
 *
 * @returns the names of the migrations that this call applied; empty when the database was up to date.
 * @throws MigrationError when a migration fails, or one failed earlier and nobody has resolved it.
 */
export function deployMigrations(databaseUrl: string, migrationsDir = MIGRATIONS_DIR): Promise<string[]> {
  return withConnection(databaseUrl, async (client) => {
    await takeTurn(client);
    const applied = await applyMigrations(client, migrationsDir);
    await migrateQueue(databaseUrl);
    return applied;
  });
}

/** With a pool of ours, because the queue's own lets go of its connections before they are closed, and of their errors. */
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

/** Applies the migrations and leaves the job queue out: for databases that only serve comparison. */
export async function applyMigrations(client: pg.Client, migrationsDir = MIGRATIONS_DIR): Promise<string[]> {
  using engine = await openSchemaEngine(client);
  const migrationsList = await readMigrations(migrationsDir);
  const output = await explain(engine.applyMigrations({ migrationsList, filters: NO_FILTERS }));
  return output.appliedMigrationNames;
}

/**
 * Asks again and again instead of waiting inside Postgres: a waiting statement holds a snapshot, for which the CREATE
 * INDEX CONCURRENTLY of the deploy that has the lock would wait in turn.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const attempt = async () => {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [PRISMA_LOCK]);
    return rows[0]?.taken === true;
  };
  while (!(await attempt())) {
    await pause(LOCK_POLL_MS);
  }
}
