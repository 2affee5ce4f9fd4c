import pg from "pg";

const schema = "older_copy";

type Table = { name: string; columns: string };

/** Tables of all schemas but Postgres's and the copy's, each with its columns that are not computed. */
const listTables = `SELECT format('%I.%I', n.nspname, c.relname) AS name,
    string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('${schema}', 'information_schema')
    AND n.nspname NOT LIKE 'pg\\_%'
  GROUP BY n.nspname, c.relname ORDER BY 1`;

const listSequences = `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
  WHERE schemaname <> '${schema}'`;

/** Copies all tables as one snapshot sees them, without stopping anybody, as `pg_dump` does. */
export async function copyTables(client: pg.Client): Promise<void> {
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  const { rows: tables } = await client.query<Table>(listTables);
  for (const { name, columns } of tables) {
    await client.query(`CREATE TABLE ${copyOf(name)} AS SELECT ${columns} FROM ${name}`);
  }
  await client.query(`CREATE TABLE ${schema}.sequences AS ${listSequences}`);
  await client.query("COMMIT");
}

/** Replaces the tables' rows by the copied ones, and sets the sequences back. No other connection may be open. */
export async function restoreTables(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<Table>(listTables);
  await client.query("BEGIN");
  // Without triggers and foreign keys, as a restore is.
  await client.query("SET LOCAL session_replication_role = replica");
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
  for (const { name, columns } of tables) {
    await client.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copyOf(name)}`,
    );
  }
  await client.query(
    `SELECT setval(name::regclass, coalesce(value::bigint, 1), value IS NOT NULL) FROM ${schema}.sequences`,
  );
  await client.query("COMMIT");
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
}

function copyOf(table: string): string {
  return `${schema}.${pg.escapeIdentifier(table)}`;
}
