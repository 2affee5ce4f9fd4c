import type pg from "pg";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";
import type { Shop } from "./shop.ts";

/** The partners' server, which refuses the first attempt of every twentieth event. */
export async function receiveWebhooks(shop: Shop): Promise<Receiver> {
  const receiver = await startReceiver();
  const refused = new Set<string>();
  receiver.reply(({ id }, response) => {
    const isRefused = receiver.received.length % 20 === 0 && !refused.has(id);
    if (isRefused) refused.add(id);
    response.writeHead(isRefused ? 500 : 200).end();
  });
  for (const partner of Object.values(shop)) await makeEndpoint(partner, { url: receiver.url() });
  return receiver;
}

/** Finds events that no endpoint has confirmed, or that never arrived although the service says so. */
export async function checkWebhooks({ received }: Receiver, database: pg.Client): Promise<string[]> {
  const arrived = new Set(received.map(({ id }) => id));
  const { rows } = await database.query<{ id: string; state: string }>(
    `SELECT event_id AS id, state::text, attempts, in_flight, queued_at, next_attempt_at FROM webhook_delivery`,
  );
  const pending = rows.filter(({ state }) => state !== "succeeded");
  const missing = rows.filter(({ id, state }) => state === "succeeded" && !arrived.has(id)).length;
  const { rows: untold } = await database.query(
    `SELECT FROM event e JOIN webhook_endpoint w ON w.partner_id = e.partner_id
     WHERE e.created_at > w.created_at AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.event_id = e.id)`,
  );
  return [
    ...pending.map((row) => `a webhook is not delivered: ${JSON.stringify(row)}`),
    ...(missing === 0 ? [] : [`${missing} webhooks are called delivered and never arrived`]),
    ...(untold.length === 0 ? [] : [`${untold.length} events have no delivery`]),
  ];
}
