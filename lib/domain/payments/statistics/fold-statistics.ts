import { inTransaction } from "#lib/db/transaction.ts";
import { foldDeltas } from "#lib/domain/payments/statistics/fold/repository.ts";

const batchSize = 5_000;

/** Folds all deltas that there are into the rollups; readers are exact with and without it, and faster after. */
export async function foldStatistics(): Promise<void> {
  while ((await inTransaction((tx) => foldDeltas(tx, batchSize))) === batchSize);
}
