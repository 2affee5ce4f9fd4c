import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { clock } from "#lib/core/clock.ts";
import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, WebhookEndpointId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { RenderEvents } from "#lib/domain/events/event-body.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { createWebhookEndpoint, type NewWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { advanceReplays } from "#lib/domain/webhooks/replays/advance-replays.ts";
import { WebhookDeliveries } from "#lib/jobs/webhooks/webhook-deliveries.ts";
import type { TestPartner } from "#test/stack/partner.ts";
import { renderEvents } from "#test/webhooks/plain-renderer.ts";

/** Runs the worker's loop of webhooks in this process, with rounds in quick succession. */
export function startDeliveries(render: RenderEvents = renderEvents): { stop(): Promise<void> } {
  const end = new AbortController();
  const wakeup = new Wakeup(end.signal);
  const deliveries = new WebhookDeliveries(
    render,
    () => wakeup.notify(),
    end.signal,
    () => 0.5,
  );
  const loop = (async () => {
    while (!end.signal.aborted) {
      await advanceReplays();
      await deliveries.round();
      await wakeup.wait(10);
    }
    await deliveries.settle();
  })();
  return {
    async stop() {
      end.abort();
      await loop;
    },
  };
}

export type MadeEndpoint = { id: WebhookEndpointId; secret: string };

/** Creates an endpoint of a partner. */
export async function makeEndpoint(
  { partnerId }: TestPartner,
  settings: Partial<NewWebhookEndpoint> & { url: string },
): Promise<MadeEndpoint> {
  const usual = { description: "", eventTypes: [], merchantIds: [], apiVersion: "2026-02-18" };
  const scope = { partnerId, merchantId: null };
  const { endpoint, secret } = await inTransaction((tx) => createWebhookEndpoint(tx, scope, { ...usual, ...settings }));
  return { id: endpoint.id, secret };
}

/** Records an event of a partner for each subject, in order. */
export async function happen(
  { partnerId, merchantId }: TestPartner,
  subjects: readonly string[],
  type: EventType = "payment.succeeded",
  ofMerchant: MerchantId = merchantId,
): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    const about = { subject, data: JSON.stringify({ subject, index }) };
    const now = new Date(clock.now().getTime() + index);
    await inTransaction((tx) => recordEvents(tx, [{ type, partnerId, merchantId: ofMerchant, about }], now));
  }
}
