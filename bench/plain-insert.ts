import { closeDatabase } from "#lib/db/close.ts";
import { database } from "#lib/db/pool.ts";
import type { RecordedStatement } from "./recorded-statements.ts";

/**
 * Measures how many times per second this process can run one insert on its pool: the limit of Node and Postgres without
 * HTTP, API keys, rate limits and validation.
 * @param insert creates the statement for each run.
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
