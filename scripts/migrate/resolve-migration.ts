import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { findConcurrentIndex } from "#scripts/migrate/concurrent-index.ts";
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
 * @throws MigrationError when the migration doesn't exist or hasn't failed; Error for "applied" while its index isn't finished.
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
      await requireFinishedIndex(client, migrationName, migrationsList);
      await explain(engine.markMigrationApplied({ migrationName, migrationsList }));
    }
  });
}

/**
 * A unique index that is unfinished would be taken for a guard that it isn't, also by the migration that
 * drops the one before it.
 */
async function requireFinishedIndex(client: pg.Client, name: string, { migrationDirectories }: MigrationList) {
  const content = migrationDirectories.find(({ path }) => path === name)?.migrationFile.content;
  const index = content?.tag === "ok" ? await findConcurrentIndex(client, content.value) : null;
  if (index === null || index.state === "finished") return;
  throw new Error(
    `The index ${index.name} of ${name} is ${index.state}. Record rolled-back, and deploy again, which builds it.`,
  );
}
