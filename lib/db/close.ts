import { pool } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";

/** Closes every connection of the process; for the end of an entry point or a test. */
export async function closeDatabase(): Promise<void> {
  await signals().close();
  await pool().end();
}
