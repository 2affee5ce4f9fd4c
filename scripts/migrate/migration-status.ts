import { explain } from "#scripts/migrate/engine-error.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/** Names of migrations; all four empty means that the database is up to date. */
export type MigrationStatus = {
  /** In the project, not yet in the database. */
  readonly pending: string[];
  /** Begun in the database and not finished; nothing is deployed until each is resolved. */
  readonly failed: string[];
  /** Applied with another text than the project's file has now. */
  readonly edited: string[];
  /** In the database, not in the project: it is newer than this version of the project, or on another branch. */
  readonly unknown: string[];
};

/**
 * Compares the project's migrations with those that the database has recorded. Changes nothing.
 *
 * @throws MigrationError when the engine cannot read the database.
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
