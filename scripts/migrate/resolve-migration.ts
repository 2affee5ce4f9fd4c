import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** The outcome of a failed migration, as determined by the operator. */
export type Resolution = "applied" | "rolled-back";

/**
 * Records the outcome of a failed migration, which unblocks deploys: "applied" never runs it again, "rolled-back" runs it
 * at the next deploy. Changes only that record. A migration without COMMIT or CONCURRENTLY is atomic.
 *
 * @throws MigrationError when the migration doesn't exist or hasn't failed.
 */
export function resolveMigration(
  databaseUrl: string,
  migrationName: string,
  resolution: Resolution,
  migrationsDir = MIGRATIONS_DIR,
): Promise<void> {
  return withConnection(databaseUrl, async (client) => {
    using engine = await openSchemaEngine(client);
    if (resolution === "rolled-back") {
      await explain(engine.markMigrationRolledBack({ migrationName }));
    } else {
      const migrationsList = await readMigrations(migrationsDir);
      await explain(engine.markMigrationApplied({ migrationName, migrationsList }));
    }
  });
}
