import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** The id of a row of payment_stat_delta: a bigint, as text. */
export type DeltaId = string;

// The planner settings end with the transaction. A hash or merge join would read whole tables of millions of rows for a
// batch of thousands.
const lock = statement<{ isLocked: boolean }>({
  name: "statistics-fold-lock",
  text: `SELECT pg_try_advisory_xact_lock(7166014) AS "isLocked"
    FROM set_config('enable_hashjoin', 'off', true) AS hash, set_config('enable_mergejoin', 'off', true) AS merge`,
});

/**
 * Makes the transaction the only one that folds or recounts statistics; the rollups have no other writers. The batch must
 * be read by a later statement: this one's snapshot may be older than the commit of the previous fold.
 * @returns false when another transaction is folding or recounting.
 */
export async function startFold(tx: Queryable): Promise<boolean> {
  const [row] = await tx.rows(lock, []);
  return row?.isLocked === true;
}

const selectOldest = statement<{ id: DeltaId }>({
  name: "statistics-fold-batch",
  text: "SELECT id FROM payment_stat_delta ORDER BY id LIMIT $1",
});

/** Lists the oldest deltas. Later steps read them by id, since new deltas are committed between the statements. */
export async function listOldestDeltas(tx: Queryable, limit: number): Promise<DeltaId[]> {
  return (await tx.rows(selectOldest, [limit])).map(({ id }) => id);
}

const remove = statement({
  name: "statistics-fold-delete",
  text: "DELETE FROM payment_stat_delta WHERE id = ANY($1::bigint[])",
});

/** Deletes a batch of folded deltas. */
export async function deleteDeltas(tx: Queryable, batch: readonly DeltaId[]): Promise<void> {
  await tx.rows(remove, [batch]);
}
