import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** What somebody who looked at the database found out about a failed migration. */
export type Resolution = "applied" | "rolled-back";

/**
 * Records what became of a failed migration, so that deploying goes on: "applied" never runs it again, "rolled-back" runs
 * it at the next deploy. Changes nothing but that record. A migration without COMMIT or CONCURRENTLY in it takes effect
 * wholly or not at all.
 *
 * @throws MigrationError when there is no such migration, or it has not failed.
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
