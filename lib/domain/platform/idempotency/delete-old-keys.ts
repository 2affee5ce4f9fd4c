import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** Keys are kept for 48 hours: clients retry within minutes, and the API's reference promises a day. */
const keptForMs = 48 * 3_600_000;
const batchSize = 1_000;

const deletion = statement({
  name: "idempotency-delete-old",
  text: `DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_key WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
});

/** Deletes the Idempotency-Keys of the time before the last 48 hours with their answers, in batches of 1,000. Safe to repeat. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForMs);
  while ((await database.rows(deletion, [before, batchSize])).length === batchSize);
}
