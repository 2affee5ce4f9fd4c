import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { endAlarm, magnitudesOf, raiseAlarm } from "#lib/log/alarm.ts";

const lateAfterMs = 5 * 60_000;
/** Counted no further, because it only tells few from many. */
const maxCounted = 100_000;

const select = statement<{ count: number; oldest: Date | null }>({
  name: "webhook-delayed",
  text: `WITH RECURSIVE waiting AS (
      (SELECT endpoint_id FROM webhook_delivery WHERE state = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.state = 'pending' AND d.endpoint_id > w.endpoint_id
        ORDER BY d.endpoint_id LIMIT 1)
      FROM waiting w WHERE w.endpoint_id IS NOT NULL),
    late AS (
      SELECT d.next_attempt_at FROM waiting w
        JOIN webhook_endpoint e ON e.id = w.endpoint_id AND e.state = 'enabled' AND e.deleted_at IS NULL AND e.failures = 0
        CROSS JOIN LATERAL (SELECT next_attempt_at FROM webhook_delivery
          WHERE endpoint_id = e.id AND state = 'pending' AND next_attempt_at < $1 ORDER BY next_attempt_at LIMIT ${maxCounted}) d
      LIMIT ${maxCounted})
    SELECT count(*)::int AS count, min(next_attempt_at) AS oldest FROM late`,
});

/** Counts the deliveries to endpoints that work which have been due since before a time, and finds when the oldest was due. */
export async function findDelayedDeliveries(before: Date): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await database.rows(select, [before]);
  return row ?? { count: 0, oldest: null };
}

/** Raises an alarm while deliveries to endpoints that work have been due for more than five minutes: workers don't keep up. */
export async function reportDelayedWebhooks(): Promise<void> {
  const now = clock.now();
  const { count, oldest } = await findDelayedDeliveries(new Date(now.getTime() - lateAfterMs));
  if (oldest === null) {
    endAlarm("webhooks_delayed", "all", {}, "webhooks are delivered in time again");
    return;
  }
  const oldestSeconds = Math.round((now.getTime() - oldest.getTime()) / 1_000);
  const facts = { count, oldestSeconds };
  const message = "webhooks have been due for more than five minutes; add a worker";
  raiseAlarm("webhooks_delayed", "all", facts, message, magnitudesOf(count));
}
