import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** Events are kept for 90 days. */
const keptForMs = 90 * 24 * 3_600_000;
const batchSize = 5_000;

/** Deletes the oldest rows of each owner, which an index has in the order of their events' ids, and so of their times. */
const deletionOf = (table: string, owner: string, key: string, eventId: string) =>
  statement({
    name: `delete-old-${table}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT old.ctid FROM ${owner} o CROSS JOIN LATERAL (
        SELECT t.ctid FROM ${table} t WHERE t.${key} = o.id AND t.${eventId} < $1 ORDER BY t.${eventId} LIMIT $2) old
      LIMIT $2)) RETURNING ${eventId}`,
  });
const deletions = [
  deletionOf("webhook_attempt", "webhook_endpoint", "endpoint_id", "event_id"),
  deletionOf("webhook_delivery", "webhook_endpoint", "endpoint_id", "event_id"),
  deletionOf("event", "partner", "partner_id", "id"),
];

/** Deletes events older than 90 days with their deliveries and attempts, in batches of 5,000 rows. Safe to repeat. */
export async function deleteOldEvents(): Promise<void> {
  const oldest = lowestId("evt", new Date(clock.now().getTime() - keptForMs));
  for (const deletion of deletions) {
    let deleted: number;
    do deleted = (await database.rows(deletion, [oldest, batchSize])).length;
    while (deleted === batchSize);
  }
}
