import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const batchSize = 1_000;

const fail = statement({
  name: "webhook-fail-abandoned",
  text: `UPDATE webhook_delivery w SET state = 'failed', finished_at = $2, in_flight = false
    FROM (SELECT d.endpoint_id, d.event_id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
      WHERE d.endpoint_id = $1 AND d.state = 'pending' AND (e.state = 'disabled' OR e.deleted_at IS NOT NULL)
      LIMIT ${batchSize} FOR UPDATE OF d SKIP LOCKED) a
    WHERE w.endpoint_id = a.endpoint_id AND w.event_id = a.event_id RETURNING 1`,
});

/** Fails pending deliveries of an endpoint that was disabled or deleted, 1,000 at a time. @returns true when there may be more. */
export async function failAbandoned(id: WebhookEndpointId, now: Date): Promise<boolean> {
  return (await database.rows(fail, [id, now])).length === batchSize;
}
