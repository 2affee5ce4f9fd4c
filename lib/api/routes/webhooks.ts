import { defineListRoute, defineRoute, defineWriteRoute } from "#lib/api/define-route.ts";
import {
  createWebhookEndpointOperation,
  deleteWebhookEndpointOperation,
  getWebhookDeliveryOperation,
  getWebhookEndpointOperation,
  listWebhookDeliveriesOperation,
  listWebhookEndpointsOperation,
  replayWebhooksOperation,
  rotateWebhookSecretOperation,
  testWebhookEndpointOperation,
  updateWebhookEndpointOperation,
} from "#lib/api/operations/webhooks.ts";
import { presentDeleted } from "#lib/api/presenters/merchant.ts";
import {
  presentFetchedDelivery,
  presentNewSecret,
  presentWebhookDelivery,
  presentWebhookEndpoint,
  presentWebhookReplay,
  presentWebhookTest,
} from "#lib/api/presenters/webhook.ts";
import type { EventId } from "#lib/core/ids.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { deleteWebhookEndpoint } from "#lib/domain/webhooks/delete-endpoint.ts";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/domain/webhooks/get-endpoint.ts";
import { getWebhookDelivery, listWebhookDeliveries } from "#lib/domain/webhooks/list-deliveries.ts";
import { getLatestReplay } from "#lib/domain/webhooks/replays/get-latest-replay.ts";
import type { ReplayRequest } from "#lib/domain/webhooks/replays/replay.ts";
import { startWebhookReplay } from "#lib/domain/webhooks/replays/start-replay.ts";
import { rotateWebhookSecret } from "#lib/domain/webhooks/rotate-secret.ts";
import { sendWebhookTest } from "#lib/domain/webhooks/send-test.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";

export const webhookEndpointsRoutes = [
  defineRoute(listWebhookEndpointsOperation, async ({ caller }) => ({
    data: (await listWebhookEndpoints(caller.scope)).map(presentWebhookEndpoint),
  })),
  defineWriteRoute(createWebhookEndpointOperation, {
    prepare: async ({ body, version }) => ({ ...body, apiVersion: version }),
    write: async (tx, settings, { caller }) =>
      presentNewSecret(await createWebhookEndpoint(tx, caller.scope, settings)),
  }),
];

export const webhookEndpointRoutes = [
  defineRoute(getWebhookEndpointOperation, async ({ caller, params }) => {
    const endpoint = await getWebhookEndpoint(caller.scope, params.id);
    const replay = await getLatestReplay(endpoint);
    return { ...presentWebhookEndpoint(endpoint), lastReplay: replay && presentWebhookReplay(replay, endpoint) };
  }),
  defineWriteRoute(updateWebhookEndpointOperation, {
    prepare: async ({ body: { status, ...changes } }) => ({ ...changes, state: status }),
    write: async (tx, changes, { caller, params }) =>
      presentWebhookEndpoint(await updateWebhookEndpoint(tx, caller.scope, params.id, changes)),
  }),
  defineWriteRoute(deleteWebhookEndpointOperation, {
    prepare: async ({ params }) => params.id,
    write: async (tx, id, { caller }) =>
      presentDeleted(await deleteWebhookEndpoint(tx, caller.scope, id), caller.scope),
  }),
];

export const webhookSecretRoutes = [
  defineWriteRoute(rotateWebhookSecretOperation, {
    prepare: async ({ body }) => body.overlapHours,
    write: async (tx, overlapHours, { caller, params }) =>
      presentNewSecret(await rotateWebhookSecret(tx, caller.scope, params.id, overlapHours)),
  }),
];

export const webhookTestRoutes = [
  defineRoute(testWebhookEndpointOperation, async ({ caller, params }) =>
    presentWebhookTest(await sendWebhookTest(caller.scope, params.id), caller.scope),
  ),
];

export const webhookReplayRoutes = [
  defineWriteRoute(replayWebhooksOperation, {
    prepare: async ({ body: { eventId, startTs, endTs } }): Promise<ReplayRequest> => {
      if (eventId !== undefined) return { kind: "event", eventId };
      return startTs === undefined
        ? { kind: "failed" }
        : { kind: "range", from: startTs, until: endTs ?? new Date(8.64e15) };
    },
    write: async (tx, order, { caller, params }) =>
      presentWebhookReplay(await startWebhookReplay(tx, caller.scope, params.id, order), caller.scope),
  }),
];

export const webhookDeliveriesRoutes = [
  defineListRoute(listWebhookDeliveriesOperation, async ({ caller, params, query }, { page, nextCursor }) => {
    const [, after = null] = page.after ?? [];
    const filter = { states: query.status, types: query.type };
    const place = { after: after as EventId | null, limit: page.limit };
    const { deliveries, next } = await listWebhookDeliveries(caller.scope, params.id, filter, place);
    const data = deliveries.map((delivery) => presentWebhookDelivery(delivery, caller.scope));
    return { data, nextCursor: nextCursor(next && ["", next]) };
  }),
];

export const webhookDeliveryRoutes = [
  defineRoute(getWebhookDeliveryOperation, async ({ caller, params }) => {
    const { delivery, attempts } = await getWebhookDelivery(caller.scope, params.id, params.eventId);
    return presentFetchedDelivery(delivery, attempts, caller.scope);
  }),
];
