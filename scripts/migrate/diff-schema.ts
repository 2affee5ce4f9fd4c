import { explain } from "#scripts/migrate/engine-error.ts";
import { readSchema } from "#scripts/migrate/prisma-files.ts";
import { NO_FILTERS, openSchemaEngine } from "#scripts/migrate/schema-engine.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

/**
 * Returns the SQL that would bring the database to the Prisma schema; "" when they match. Changes nothing.
 *
 * Compares tables, columns, enums, foreign keys and ordinary indexes. It ignores what Prisma can't express: CHECK
 * constraints, triggers, functions, views, partial indexes and expression indexes.
 *
 * @throws MigrationError with the location when the schema is invalid.
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
