import { z } from "zod";
import { eventTypes } from "#lib/core/event-types.ts";
import { type EventId, isId } from "#lib/core/ids.ts";
import { presentAttempt, presentDelivery, presentEndpoint, presentReplay } from "#lib/dashboard/present/webhook.ts";
import { replayRequest, toReplayRequest } from "#lib/dashboard/replay-request.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { listMerchantNames } from "#lib/domain/merchants/repository.ts";
import { getPartner } from "#lib/domain/partners/get-partner.ts";
import { countDeliveries, maxCounted } from "#lib/domain/webhooks/count-deliveries.ts";
import { maxEndpoints } from "#lib/domain/webhooks/endpoint.ts";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/domain/webhooks/get-endpoint.ts";
import { deliveryStates, getWebhookDelivery, listWebhookDeliveries } from "#lib/domain/webhooks/list-deliveries.ts";
import { countWebhookReplay } from "#lib/domain/webhooks/replays/count-replay.ts";
import { getLatestReplay } from "#lib/domain/webhooks/replays/get-latest-replay.ts";

const pageSize = 50;
const endpointId = z.string().max(64);
const eventId = z.string().refine((text): text is EventId => isId("evt", text), "must be the id of an event");

/** All of the partner's endpoints, oldest first. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ scope }) {
    const [endpoints, counts, { serviceVersion }] = await Promise.all([
      listWebhookEndpoints(scope),
      countDeliveries(scope),
      getPartner(scope),
    ]);
    return {
      endpoints: endpoints.map((endpoint) => presentEndpoint(endpoint, counts.get(endpoint.id))),
      maxEndpoints,
      maxCounted,
      /** The version of the events of new endpoints. */
      apiVersion: serviceVersion,
    };
  },
});

/** One endpoint with its latest replay. */
const endpoint = defineQuery({
  right: "read",
  input: z.strictObject({ endpointId }),
  async resolve({ scope }, { endpointId: id }) {
    const found = await getWebhookEndpoint(scope, id);
    const [counts, replay, names] = await Promise.all([
      countDeliveries(scope),
      getLatestReplay(found),
      listMerchantNames(database, scope, found.merchantIds),
    ]);
    return {
      endpoint: presentEndpoint(found, counts.get(found.id), names),
      lastReplay: replay && presentReplay(replay),
      maxCounted,
    };
  },
});

/** A page of an endpoint's deliveries, the newest events first. */
const deliveries = defineQuery({
  right: "read",
  input: z.strictObject({
    endpointId,
    states: z.array(z.enum(deliveryStates)).max(deliveryStates.length).default([]),
    types: z.array(z.enum(eventTypes)).max(eventTypes.length).default([]),
    after: eventId.nullish(),
  }),
  async resolve({ scope }, { endpointId: id, states, types, after }) {
    const page = { after: after ?? null, limit: pageSize };
    const { deliveries: found, next } = await listWebhookDeliveries(scope, id, { states, types }, page);
    return { deliveries: found.map(presentDelivery), next };
  },
});

/** One delivery with its attempts. */
const delivery = defineQuery({
  right: "read",
  input: z.strictObject({ endpointId, eventId: z.string().max(64) }),
  async resolve({ scope }, input) {
    const found = await getWebhookDelivery(scope, input.endpointId, input.eventId);
    return { ...presentDelivery(found.delivery), tries: found.attempts.map(presentAttempt) };
  },
});

/** The number of deliveries that a replay would queue. */
const replayCount = defineQuery({
  right: "read",
  input: z.strictObject({ endpointId, order: replayRequest }),
  async resolve({ scope }, { endpointId: id, order }) {
    return countWebhookReplay(scope, id, toReplayRequest(order));
  },
});

export const webhookQueries = {
  "webhooks.list": list,
  "webhooks.endpoint": endpoint,
  "webhooks.deliveries": deliveries,
  "webhooks.delivery": delivery,
  "webhooks.replayCount": replayCount,
};
