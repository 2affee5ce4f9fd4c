import { eventTypes } from "#lib/core/event-types.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { listStoredEvents } from "#lib/domain/events/repository.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import type { Place } from "#test/dashboard/place.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";

/** Refuses connections at once. */
const url = "http://127.0.0.1:1/hooks";
const settings = { description: "Ledger", eventTypes: [...eventTypes], merchantIds: [] };

const addEndpoint = async (place: Place) => ({ endpointId: (await makeEndpoint(place, { url })).id });

/** Returns the id of the event of the place's payment. */
async function eventOf({ partnerId, paymentId }: Place): Promise<string> {
  const filter = { partnerId, merchantIds: null, types: [], paymentId, from: null, until: null };
  const [event] = await listStoredEvents(database, filter, null, 1);
  if (event === undefined) throw new Error("the payment has no event");
  return event.id;
}

/** Adds an endpoint and has it be sent the event of the place's payment. */
async function addDelivery(place: Place) {
  const { endpointId } = await addEndpoint(place);
  const eventId = await eventOf(place);
  const values = [endpointId, eventId, place.partnerId, place.paymentId];
  await database.rows(insertDelivery, values);
  return { endpointId, eventId };
}

const insertDelivery = statement({
  name: "sample-delivery",
  text: `INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, state, queued_at, next_attempt_at, finished_at)
    VALUES ($1, $2, $3, $4, 'failed', now(), now(), now())`,
});

export const webhookSamples: Samples = {
  queries: {
    "webhooks.list": { input: () => ({}) },
    "webhooks.endpoint": { input: addEndpoint },
    "webhooks.deliveries": { input: async (place) => ({ ...(await addEndpoint(place)), states: ["failed"] }) },
    "webhooks.delivery": { input: addDelivery },
    "webhooks.replayCount": {
      input: async (place) => {
        const order = { kind: "range", from: "2026-01-01T00:00:00Z" } as const;
        return { ...(await addEndpoint(place)), order };
      },
    },
    "events.list": { input: ({ merchantId, paymentId }) => ({ merchants: [merchantId], payment: paymentId }) },
    "events.detail": { input: async (place) => ({ eventId: await eventOf(place) }) },
  },
  mutations: {
    "webhooks.create": { input: () => ({ key: newKey(), url, ...settings }), names: "nothing" },
    "webhooks.update": {
      input: async (place) => ({ ...(await addEndpoint(place)), ...settings, merchantIds: [place.merchantId] }),
    },
    "webhooks.updateWithUrl": {
      input: async (place) => ({ ...(await addEndpoint(place)), ...settings, url: `${url}/new` }),
    },
    "webhooks.setState": { input: async (place) => ({ ...(await addEndpoint(place)), state: "paused" }) },
    "webhooks.rotateSecret": {
      input: async (place) => ({ key: newKey(), ...(await addEndpoint(place)), overlapHours: 24 }),
    },
    "webhooks.sendTest": { input: addEndpoint, unaudited: "nothing of a test is stored" },
    "webhooks.replayEvent": { input: addDelivery },
    "webhooks.replay": { input: async (place) => ({ ...(await addEndpoint(place)), order: { kind: "failed" } }) },
    "webhooks.delete": { input: addEndpoint },
  },
};
