import { inTransaction } from "#lib/db/transaction.ts";
import { foldDeltas } from "#lib/domain/payments/statistics/repository.ts";

const batchSize = 20_000;

/** Folds all deltas that there are into the rollup; readers are exact with and without it, and faster after. */
export async function foldStatistics(): Promise<void> {
  while ((await inTransaction((tx) => foldDeltas(tx, batchSize))) === batchSize);
}
