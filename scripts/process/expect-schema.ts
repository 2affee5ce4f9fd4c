import { expectMigrations } from "#lib/domain/platform/health/database-health.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";

/** Makes the readiness probe require the migrations that this build has. */
export async function expectSchema(): Promise<void> {
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  expectMigrations(migrationDirectories.map(({ path }) => path));
}
