import { Wakeup } from "#lib/chain/relay/wakeup.ts";
import { clock } from "#lib/core/clock.ts";
import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, WebhookEndpointId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { RenderEvents } from "#lib/domain/events/event-body.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { createWebhookEndpoint, type NewWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { advanceReplays } from "#lib/domain/webhooks/replays/advance-replays.ts";
import { WebhookDeliveries } from "#lib/jobs/webhooks/webhook-deliveries.ts";
import type { TestPartner } from "#test/stack/partner.ts";

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

type Row = { id: `evt_${string}`; type: string; paymentId: string | null; data: object | null; createdAt: Date };

const select = statement<Row>({
  name: "render-events",
  text: `SELECT e.id, e.type, e.payment_id AS "paymentId", e.data, e.created_at AS "createdAt"
    FROM unnest($1::text[], $2::text[]) AS a (partner_id, id) JOIN event e USING (partner_id, id)`,
});

/** Writes events down with what their rows hold, so that tests can deliver events of payments that don't exist. */
export const renderEvents: RenderEvents = async (events) => {
  const version = new Map(events.map(({ eventId, apiVersion }) => [eventId, apiVersion]));
  const asked = [events.map(({ partnerId }) => partnerId), events.map(({ eventId }) => eventId)] as const;
  const rows = await database.rows(select, asked);
  return new Map(
    rows.map(({ id, type, paymentId, data, createdAt }) => {
      const content = data ?? { payment: { paymentId } };
      const body = { id, type, timestamp: createdAt.toISOString(), apiVersion: version.get(id), data: content };
      return [id, JSON.stringify(body)];
    }),
  );
};
