import { closeDatabase } from "#lib/db/close.ts";
import { database } from "#lib/db/pool.ts";
import type { RecordedStatement } from "./recorded-statements.ts";

/**
 * How often a second this process can run one insert over its pool, so many at once: what Node and Postgres can do
 * without HTTP, keys, limits and validation.
 * @param insert makes the statement's values for each run.
 */
export async function plainInserts(
  insert: () => RecordedStatement,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  const write = async () => {
    while (performance.now() < until) {
      const { text, values } = insert();
      await database.rows({ name: "plain-insert", text }, values);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, write));
  await closeDatabase();
  return count / seconds;
}
