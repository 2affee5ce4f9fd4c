import { explain } from "#scripts/migrate/engine-error.ts";
import { readSchema } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/**
 * The SQL that would turn the database into what the Prisma schema says; "" when it already is. Changes nothing.
 *
 * Sees tables, columns, enums, foreign keys and ordinary indexes. What Prisma has no words for it passes over: CHECKs,
 * triggers, functions, views, partial indexes, indexes over expressions.
 *
 * @throws MigrationError when the schema is not valid, with the place.
 */
export function diffSchema(databaseUrl: string): Promise<string> {
  return withConnection(databaseUrl, async (client) => {
    using engine = await openSchemaEngine(client);
    const schema = await readSchema();
    const { exitCode, stdout } = await explain(
      engine.diff({
        from: { tag: "schemaDatasource", ...schema, configDir: "" },
        to: { tag: "schemaDatamodel", ...schema },
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      }),
    );
    return exitCode === 0 ? "" : (stdout ?? "");
  });
}
