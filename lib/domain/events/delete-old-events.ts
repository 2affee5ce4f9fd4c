import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";

/** Events are kept for 90 days. */
const keptForMs = 90 * 24 * 3_600_000;
const batchSize = 5_000;

// An index finds the oldest rows of each partner or endpoint by their ids, which sort by time.
const deletions = [
  {
    name: "webhook-attempts-delete",
    text: `DELETE FROM webhook_attempt a USING (
        SELECT o.* FROM webhook_endpoint e CROSS JOIN LATERAL (
          SELECT endpoint_id, event_id, number FROM webhook_attempt
          WHERE endpoint_id = e.id AND event_id < $1 ORDER BY event_id LIMIT $2) o LIMIT $2) old
      WHERE a.endpoint_id = old.endpoint_id AND a.event_id = old.event_id AND a.number = old.number RETURNING a.number`,
  },
  {
    name: "webhook-deliveries-delete",
    text: `DELETE FROM webhook_delivery d USING (
        SELECT o.* FROM webhook_endpoint e CROSS JOIN LATERAL (
          SELECT endpoint_id, event_id FROM webhook_delivery
          WHERE endpoint_id = e.id AND event_id < $1 ORDER BY event_id LIMIT $2) o LIMIT $2) old
      WHERE d.endpoint_id = old.endpoint_id AND d.event_id = old.event_id RETURNING d.event_id`,
  },
  {
    name: "events-delete",
    text: `DELETE FROM event e USING (
        SELECT o.* FROM partner p CROSS JOIN LATERAL (
          SELECT partner_id, id FROM event WHERE partner_id = p.id AND id < $1 ORDER BY id LIMIT $2) o LIMIT $2) old
      WHERE e.partner_id = old.partner_id AND e.id = old.id RETURNING e.id`,
  },
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
