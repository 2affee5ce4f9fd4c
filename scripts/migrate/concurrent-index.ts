import type pg from "pg";

const CREATION = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"(\w+)"|(\w+))/i;

/** The index that a script builds concurrently. `name` is quoted. An unfinished one has the name, and serves no statement. */
type ConcurrentIndex = { name: string; state: "missing" | "unfinished" | "finished" };

/**
 * Finds out what has become of the index that a script builds concurrently, which isn't atomic; null for a
 * script that builds none.
 */
export async function findConcurrentIndex(client: pg.Client, script: string): Promise<ConcurrentIndex | null> {
  const [, quoted, plain] = CREATION.exec(script.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, "")) ?? [];
  const bare = quoted ?? plain?.toLowerCase();
  if (bare === undefined) return null;
  const name = client.escapeIdentifier(bare);
  const select = "SELECT indisvalid AS finished FROM pg_index WHERE indexrelid = to_regclass($1)";
  const { rows } = await client.query<{ finished: boolean }>(select, [name]);
  const [found] = rows;
  if (found === undefined) return { name, state: "missing" };
  return { name, state: found.finished ? "finished" : "unfinished" };
}
