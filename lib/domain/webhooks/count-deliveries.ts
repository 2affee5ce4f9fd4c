import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** Deliveries of an endpoint that are counted one by one; beyond that, a count is this number. */
export const maxCounted = 10_000;

/** The pending and failed deliveries of an endpoint, each counted up to {@link maxCounted}. */
export type DeliveryCounts = { pending: number; failed: number };

const counted = (state: "pending" | "failed") =>
  `(SELECT count(*)::int FROM (SELECT FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.state = '${state}' LIMIT ${maxCounted}) c)`;

const select = statement<DeliveryCounts & { id: WebhookEndpointId }>({
  name: "webhook-delivery-counts",
  text: `SELECT e.id, ${counted("pending")} AS pending, ${counted("failed")} AS failed FROM webhook_endpoint e
    WHERE e.partner_id = $1 AND e.deleted_at IS NULL`,
});

/** Counts the deliveries of each of a partner's endpoints, by one statement that reads the indexes of these two states. */
export async function countDeliveries({ partnerId }: PartnerScope): Promise<Map<WebhookEndpointId, DeliveryCounts>> {
  const rows = await database.rows(select, [partnerId]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
