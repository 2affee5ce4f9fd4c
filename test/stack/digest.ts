import { pool } from "#lib/db/pool.ts";

/** Tables that change with time alone, and what was asked, which is told by the request log a second later. When a key was last used is left out as well: that it was is no change. */
const leftOut = ["relayer_wallet", "_prisma_migrations", "request_log_entry"];

/**
 * One hash for everything that the database holds: equal before and after means that nothing changed.
 * @param besides a table that may change.
 */
export async function digestDatabase(...besides: string[]): Promise<string> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [[...leftOut, ...besides]],
  );
  const digests: string[] = [];
  for (const { name } of rows) {
    const { rows: hashes } = await pool().query<{ hash: string }>(
      `SELECT coalesce(md5(string_agg(row, chr(10) ORDER BY row)), 'empty') AS hash
        FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${name}" t) r`,
    );
    digests.push(`${name} ${hashes[0]?.hash}`);
  }
  return digests.join("\n");
}
