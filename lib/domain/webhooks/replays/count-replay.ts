import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { isWanted } from "#lib/domain/events/record-events.ts";
import { maxCounted } from "#lib/domain/webhooks/count-deliveries.ts";
import { getWebhookEndpoint } from "#lib/domain/webhooks/get-endpoint.ts";
import { idsOfRange } from "#lib/domain/webhooks/replays/range-ids.ts";
import type { ReplayRequest } from "#lib/domain/webhooks/replays/replay.ts";

/** Events of a time that are looked at, at most. */
const maxLookedAt = 50_000;

type Count = { count: number; isMore: boolean };
const countFailed = statement<Count>({
  name: "webhook-replay-count-failed",
  text: `SELECT count(*)::int AS count, count(*) >= ${maxCounted} AS "isMore"
    FROM (SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'failed' LIMIT ${maxCounted}) c`,
});

const countRange = statement<Count>({
  name: "webhook-replay-count-range",
  text: `WITH looked_at AS MATERIALIZED (SELECT id, type, merchant_id FROM event
      WHERE partner_id = $2 AND id >= $3 AND id < $4 ORDER BY id LIMIT ${maxLookedAt})
    SELECT count(*)::int AS count, (SELECT count(*) >= ${maxLookedAt} FROM looked_at) AS "isMore"
    FROM looked_at l JOIN webhook_endpoint e ON e.id = $1
    WHERE ${isWanted("e", "l")}
      AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = $1 AND d.event_id = l.id AND d.state = 'pending')`,
});

/**
 * Counts the deliveries that a replay would queue now. A replay of failed deliveries is counted up to 10,000,
 * and one of a time looks at 50,000 events at most, so that a count takes a fraction of a second for any
 * range.
 * @returns `isMore` when the replay may queue more than `count`.
 * @throws TillError `not_found`.
 */
export async function countWebhookReplay(
  scope: PartnerScope,
  id: string,
  request: Exclude<ReplayRequest, { kind: "event" }>,
): Promise<{ count: number; isMore: boolean }> {
  const { id: endpointId, partnerId } = await getWebhookEndpoint(scope, id);
  const count = async (): Promise<Count[]> => {
    if (request.kind === "failed") return database.rows(countFailed, [endpointId]);
    const { from, until } = idsOfRange(request, clock.now());
    return database.rows(countRange, [endpointId, partnerId, from, until]);
  };
  return (await count())[0] ?? { count: 0, isMore: false };
}
