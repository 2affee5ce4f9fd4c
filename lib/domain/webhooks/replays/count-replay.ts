import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { isWanted } from "#lib/domain/events/record-events.ts";
import { mostCounted } from "#lib/domain/webhooks/count-deliveries.ts";
import { getWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import type { ReplayOrder } from "#lib/domain/webhooks/replays/replay.ts";

/** Events of a time that are looked at, at most. */
const mostLookedAt = 50_000;

const countFailed = {
  name: "webhook-replay-count-failed",
  text: `SELECT count(*)::int AS count, count(*) >= ${mostCounted} AS "isMore"
    FROM (SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'failed' LIMIT ${mostCounted}) c`,
};

const countRange = {
  name: "webhook-replay-count-range",
  text: `WITH looked_at AS MATERIALIZED (SELECT id, type, merchant_id FROM event
      WHERE partner_id = $2 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${mostLookedAt})
    SELECT count(*)::int AS count, (SELECT count(*) >= ${mostLookedAt} FROM looked_at) AS "isMore"
    FROM looked_at l JOIN webhook_endpoint e ON e.id = $1
    WHERE ${isWanted("e", "l")}
      AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = $1 AND d.event_id = l.id AND d.state = 'pending')`,
};

/**
 * Counts the deliveries that a replay would queue now. A replay of failed deliveries is counted up to 10,000, and one of a time looks
 * at 50,000 events at most, so that a count takes a fraction of a second for any order.
 * @returns `isMore` when the replay may queue more than `count`.
 * @throws TillError `not_found`.
 */
export async function countWebhookReplay(
  scope: PartnerScope,
  id: string,
  order: Exclude<ReplayOrder, { kind: "event" }>,
): Promise<{ count: number; isMore: boolean }> {
  const { id: endpointId, partnerId } = await getWebhookEndpoint(scope, id);
  const until = order.kind === "range" && order.until < clock.now() ? order.until : new Date(clock.now().getTime() + 1);
  const [row] =
    order.kind === "failed"
      ? await database.rows<{ count: number; isMore: boolean }>(countFailed, [endpointId])
      : await database.rows<{ count: number; isMore: boolean }>(countRange, [
          endpointId,
          partnerId,
          lowestId("evt", order.from),
          lowestId("evt", until),
        ]);
  return row ?? { count: 0, isMore: false };
}
