import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** Far longer than any reorg: an ended transaction is sent again only when a reorg removed it. */
const keptForMs = 30 * 24 * 3_600_000;
const batchSize = 1_000;

const forget = statement<{ passed: number }>({
  name: "relay-forget-ended-calls",
  text: `WITH batch AS MATERIALIZED (
      SELECT id, state, updated_at FROM relay_transaction
      WHERE id > coalesce((SELECT done_until::bigint FROM retention_progress WHERE task = 'relay_transaction'), 0)
        AND created_at < $1
      ORDER BY id LIMIT $2
    ), emptied AS (
      UPDATE relay_submission s SET raw = '0x' FROM batch b
      WHERE s.relay_transaction_id = b.id AND b.state IN ('final', 'cancelled', 'displaced') AND b.updated_at < $1
    ), shortened AS (
      UPDATE relay_transaction r SET block_hash = '0x', calldata = CASE kind WHEN 'collection' THEN '0x' ELSE calldata END FROM batch b
      WHERE r.id = b.id AND b.state IN ('final', 'cancelled') AND b.updated_at < $1
    ), moved AS (
      INSERT INTO retention_progress (task, done_until) SELECT 'relay_transaction', max(id)::text FROM batch HAVING count(*) > 0
      ON CONFLICT (task) DO UPDATE SET done_until = EXCLUDED.done_until
    )
    SELECT count(*)::int AS passed FROM batch`,
});

/**
 * Empties the signed bytes and the block's hash of transactions that ended more than 30 days ago, and the
 * calls of such collections, which the chain has. In batches of 1,000, in the order in which they were
 * queued. Transactions' hashes and fees stay. Safe to repeat.
 */
export async function forgetEndedCalls(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForMs);
  const next = async () => (await database.rows(forget, [before, batchSize]))[0]?.passed;
  while ((await next()) === batchSize);
}
