import type { Queryable } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { foldBuyerDays } from "#lib/domain/payments/statistics/fold/buyer-days.ts";
import { foldBuyers } from "#lib/domain/payments/statistics/fold/buyers.ts";
import { deleteDeltas, listOldestDeltas, startFold } from "#lib/domain/payments/statistics/fold/deltas.ts";
import { foldSums } from "#lib/domain/payments/statistics/fold/sums.ts";

const batchSize = 5_000;

/** Folds all pending deltas into the rollups. Statistics are exact before and after; reads are faster after. */
export async function foldStatistics(): Promise<void> {
  while ((await inTransaction((tx) => foldDeltas(tx, batchSize))) === batchSize);
}

/**
 * Folds the oldest deltas into the rollups, all in the caller's transaction, so that every reader counts each delta
 * exactly once: before the commit as a delta, after it in the rollups. Payments keep being written meanwhile, because
 * writers only insert deltas, and the steps touch nothing but the ids of this batch.
 * @param limit the largest number of deltas to fold.
 * @returns the number of folded deltas; 0 when another process is folding.
 */
export async function foldDeltas(tx: Queryable, limit: number): Promise<number> {
  if (!(await startFold(tx))) return 0;
  const batch = await listOldestDeltas(tx, limit);
  if (batch.length === 0) return 0;
  await foldSums(tx, batch);
  await foldBuyers(tx, batch);
  await foldBuyerDays(tx, batch);
  await deleteDeltas(tx, batch);
  return batch.length;
}
