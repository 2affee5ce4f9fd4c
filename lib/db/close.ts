import { bulkQueue, pools } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { signals } from "#lib/db/signals.ts";

/** Closes every connection of the process, at the end of an entry point or a test. A later use opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = [...pools().values()];
  const openSignals = signals();
  await openSignals.flush();
  for (const singleton of [signals, prisma, pools, bulkQueue]) singleton.forget();
  await openSignals.close();
  await Promise.all(open.map((pool) => pool.end()));
}
