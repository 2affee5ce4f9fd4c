import { pool } from "#lib/db/pool.ts";

/** Tables that change with time alone: leases, job queue. */
const leftOut = ["relayer_wallet", "_prisma_migrations"];

/** One hash for everything that the database holds: equal before and after means that nothing changed. */
export async function digestDatabase(): Promise<string> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [leftOut],
  );
  const digests: string[] = [];
  for (const { name } of rows) {
    const { rows: hashes } = await pool().query<{ hash: string }>(
      `SELECT coalesce(md5(string_agg(t::text, chr(10) ORDER BY t::text)), 'empty') AS hash FROM "${name}" t`,
    );
    digests.push(`${name} ${hashes[0]?.hash}`);
  }
  return digests.join("\n");
}
