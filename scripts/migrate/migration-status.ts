import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** Names of migrations by state. The database is up to date when all four lists are empty. */
export type MigrationStatus = {
  /** In the project but not in the database. */
  readonly pending: string[];
  /** Started but not finished; deploys are blocked until each is resolved. */
  readonly failed: string[];
  /** Applied, but the project's file has changed since. */
  readonly edited: string[];
  /** In the database but not in the project, because it comes from a newer version or another branch. */
  readonly unknown: string[];
};

/**
 * Compares the project's migrations with those recorded in the database. Changes nothing.
 *
 * @throws MigrationError when the engine can't read the database.
 */
export function migrationStatus(databaseUrl: string, migrationsDir = MIGRATIONS_DIR): Promise<MigrationStatus> {
  return withConnection(databaseUrl, async (client) => {
    using engine = await openSchemaEngine(client);
    const migrationsList = await readMigrations(migrationsDir);
    const request = { migrationsList, optInToShadowDatabase: false, filters: NO_FILTERS };
    const { history, failedMigrationNames, editedMigrationNames } = await explain(
      engine.diagnoseMigrationHistory(request),
    );
    return {
      pending: history !== null && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : [],
      failed: failedMigrationNames,
      edited: editedMigrationNames,
      unknown: history !== null && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : [],
    };
  });
}
