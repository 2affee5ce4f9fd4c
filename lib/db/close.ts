import { pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { signals } from "#lib/db/signals.ts";

/** Closes every connection of the process, for the end of an entry point or a test; a later use opens new ones. */
export async function closeDatabase(): Promise<void> {
  const [ending, announcing] = [pool(), signals()];
  for (const singleton of [signals, prisma, pool]) singleton.forget();
  await announcing.close();
  await ending.end();
}
