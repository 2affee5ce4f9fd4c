import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** As long as the calls that are made of them (`forgetEndedCalls`). A signature itself is valid for minutes. */
const keptForMs = 30 * 24 * 3_600_000;
const batchSize = 1_000;

const forget = statement<{ passed: number }>({
  name: "attempt-forget-signatures",
  text: `WITH batch AS MATERIALIZED (
      SELECT id, state, updated_at FROM payment_attempt
      WHERE id > coalesce((SELECT done_until FROM retention_progress WHERE task = 'payment_attempt'), '') AND id < $1
      ORDER BY id LIMIT $2
    ), forgotten AS (
      UPDATE payment_attempt a SET signature = '0x' FROM batch b
      WHERE a.id = b.id AND b.state IN ('final', 'rejected') AND b.updated_at < $3
    ), moved AS (
      INSERT INTO retention_progress (task, done_until) SELECT 'payment_attempt', max(id) FROM batch HAVING count(*) > 0
      ON CONFLICT (task) DO UPDATE SET done_until = EXCLUDED.done_until
    )
    SELECT count(*)::int AS passed FROM batch`,
});

/**
 * Empties the signatures of confirms that ended more than 30 days ago: those of collections are on chain, in
 * the transaction whose hash stays, and those of rejected confirms have expired. In batches of 1,000, in the
 * order of their ids. Safe to repeat.
 */
export async function forgetOldSignatures(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForMs);
  const values = [lowestId("att", before), batchSize, before];
  const next = async () => (await database.rows(forget, values))[0]?.passed;
  while ((await next()) === batchSize);
}
