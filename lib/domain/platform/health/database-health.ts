import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { bounded } from "#lib/domain/platform/health/bounded.ts";

const limitMs = 2_000;

const expected = processSingleton("expected-migrations", () => ({ names: [] as readonly string[] }));

/** Sets the migrations that this build needs. Without it the schema's version isn't checked. */
export function expectMigrations(names: readonly string[]): void {
  expected().names = names;
}

const selectMissing = statement<{ name: string }>({
  name: "health-migrations",
  text: `SELECT name FROM unnest($1::text[]) AS known (name)
    WHERE NOT EXISTS (SELECT FROM _prisma_migrations m
      WHERE m.migration_name = name AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL) ORDER BY name`,
});

const write = statement({
  name: "health-write",
  text: `INSERT INTO write_check (id, written_at) VALUES (1, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET written_at = EXCLUDED.written_at`,
});

/**
 * Returns what keeps the database from serving this build, by a read of the applied migrations and a write of one row; empty when
 * nothing does. Uses the process's pool, so an exhausted pool is a problem too. Takes 2 s at most. Never throws.
 */
export function findDatabaseProblems(): Promise<string[]> {
  return bounded(limitMs, readProblems, (reason) => [`the database doesn't answer: ${reason}`]);
}

/**
 * Returns which migrations of this build the database lacks, and what to do; null if it has them all.
 * @throws the database's error.
 */
export async function findSchemaProblem(): Promise<string | null> {
  let missing: { name: string }[];
  try {
    missing = await database.rows(selectMissing, [expected().names]);
  } catch (error) {
    if (codeOf(error) !== undefinedTable) throw error;
    return "the database has no schema: run `npm run migrate -- deploy`";
  }
  const [first] = missing;
  if (first === undefined) return null;
  return `the database lacks ${missing.length} migrations, ${first.name} first: run \`npm run migrate -- deploy\``;
}

async function readProblems(): Promise<string[]> {
  const problem = await findSchemaProblem();
  if (problem !== null) return [problem];
  try {
    await database.rows(write, []);
  } catch (error) {
    if (codeOf(error) === readOnly) return ["the database is read-only: it is a standby, or was set so"];
    throw error;
  }
  return [];
}

const undefinedTable = "42P01";
const readOnly = "25006";
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
