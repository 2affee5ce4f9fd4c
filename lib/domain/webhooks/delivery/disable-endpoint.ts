import { clock } from "#lib/core/clock.ts";
import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { announceDeliveries, recordEvents } from "#lib/domain/events/record-events.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { listOwnerEmails } from "#lib/domain/partners/members/repository.ts";
import { markEndpointDisabled } from "#lib/domain/webhooks/repository.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** Why the service disables an endpoint, in the words of its owner. */
export const disabledReasons = {
  gone: "The endpoint responded with status 410, which means that it wants no more webhooks.",
  failing: "No webhook was delivered for three days, and every attempt failed.",
} as const;

/**
 * Disables an endpoint: no event waits for it any more, and workers fail its pending deliveries. Tells the
 * partner by an event to its other endpoints, and its owners by email. Does nothing for one that isn't
 * enabled, or was resumed after `resumedAt`.
 */
export async function disableEndpoint(
  id: WebhookEndpointId,
  resumedAt: Date | null,
  cause: keyof typeof disabledReasons,
): Promise<void> {
  const reason = disabledReasons[cause];
  await inTransaction(async (tx) => {
    const now = clock.now();
    const endpoint = await markEndpointDisabled(tx, { id, resumedAt }, reason, now);
    if (endpoint === null) return;
    const { partnerId, url } = endpoint;
    const data = JSON.stringify({ id, url, status: "disabled", disabledReason: reason });
    const event = {
      type: "webhook_endpoint.disabled",
      partnerId,
      merchantId: null,
      about: { subject: id, data },
    } as const;
    await recordEvents(tx, [event], now);
    announceDeliveries(tx, [partnerId]);
    if (!isEmailConfigured()) return;
    for (const email of await listOwnerEmails(tx, partnerId)) {
      const at = now.toISOString();
      const payload = { kind: "webhook_disabled", email, url, reason, at } as const;
      await enqueue(tx, "send_mail", payload, `webhook_disabled:${id}:${at}:${email}`);
    }
  });
}

const batchSize = 1_000;

const fail = statement({
  name: "webhook-fail-abandoned",
  text: `UPDATE webhook_delivery w SET state = 'failed', finished_at = $2, in_flight = false
    FROM (SELECT d.endpoint_id, d.event_id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
      WHERE d.endpoint_id = $1 AND d.state = 'pending' AND (e.state = 'disabled' OR e.deleted_at IS NOT NULL)
      LIMIT ${batchSize} FOR UPDATE OF d SKIP LOCKED) a
    WHERE w.endpoint_id = a.endpoint_id AND w.event_id = a.event_id RETURNING 1`,
});

/**
 * Fails pending deliveries of an endpoint that was disabled or deleted, 1,000 at a time.
 * @returns true when there may be more.
 */
export async function failAbandoned(id: WebhookEndpointId, now: Date): Promise<boolean> {
  return (await database.rows(fail, [id, now])).length === batchSize;
}
