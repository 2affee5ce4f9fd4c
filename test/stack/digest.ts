import { pool } from "#lib/db/pool.ts";

/**
 * Tables that change with time alone or by a job of the worker, and the request log, which is written up to a
 * second after the request.
 */
const leftOut = ["relayer_wallet", "_prisma_migrations", "request_log_entry", "settlement_fold", "settlement_month"];
/** Tables whose rows may be written again as they were: deleting a deleted merchant does so. */
const rewritten = ["merchant"];

/**
 * Returns a text that is equal before and after some work only when the work changed no row.
 *
 * Postgres stamps each version of a row with the transaction that wrote it (`xmin`), and later transactions have higher
 * numbers. Inserts and deletes change a table's count; an update, or as many inserts as deletes, raises the sum. Reading
 * the stamps costs a fraction of hashing the rows. Two kinds of tables are still hashed: those in `rewritten`, and those
 * with `last_used_at`, without that column, because using a key counts as no change.
 * @param besides tables that may change.
 */
export async function digestDatabase(...besides: string[]): Promise<string> {
  // Named, because to plan it takes ten times as long as to run it.
  const { rows } = await pool().query<{ name: string; digest: string | null }>({
    name: `digest ${besides.join()}`,
    text: await statementWithout(besides),
  });
  // A parallel plan returns the tables in any order.
  return rows
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted()
    .join("\n");
}

/** By the tables that are left out: reading the catalog takes longer than a digest of little data. */
const statements = new Map<string, string>();

async function statementWithout(besides: readonly string[]): Promise<string> {
  const key = besides.join();
  const known = statements.get(key);
  if (known !== undefined) return known;
  const { rows: tables } = await pool().query<{ name: string; isHashed: boolean }>(
    `SELECT t.tablename AS name, t.tablename = ANY($2) OR EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public'
       AND c.table_name = t.tablename AND c.column_name = 'last_used_at') AS "isHashed"
     FROM pg_tables t WHERE t.schemaname = 'public' AND t.tablename <> ALL($1)
       AND NOT (SELECT c.relispartition FROM pg_class c WHERE c.oid = quote_ident(t.tablename)::regclass) ORDER BY 1`,
    [[...leftOut, ...besides], rewritten],
  );
  const digests = tables.map(({ name, isHashed }) =>
    isHashed
      ? `SELECT '${name}' AS name, md5(string_agg(row, chr(10) ORDER BY row)) AS digest
          FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${name}" t) r`
      : `SELECT '${name}' AS name, concat(count(*), ' ', sum(xmin::text::bigint)) AS digest FROM "${name}"`,
  );
  const statement = digests.join("\nUNION ALL\n");
  statements.set(key, statement);
  return statement;
}
