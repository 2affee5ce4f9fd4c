import { z } from "zod";
import {
  createEndpointExamples,
  deleteEndpointExamples,
  getDeliveryExamples,
  getEndpointExamples,
  listDeliveriesExamples,
  listEndpointsExamples,
  replayExamples,
  rotateSecretExamples,
  testEndpointExamples,
  updateEndpointExamples,
} from "#lib/api/openapi/examples/webhooks.ts";
import { defineListOperation, defineOperation, withoutBody, withoutQuery } from "#lib/api/operation.ts";
import { deleted } from "#lib/api/schemas/merchant.ts";
import {
  createdEndpoint,
  createEndpointBody,
  deliveriesQuery,
  deliveryList,
  deliveryPath,
  endpointList,
  endpointPath,
  fetchedDelivery,
  fetchedEndpoint,
  replayBody,
  rotateSecretBody,
  updateEndpointBody,
  webhookEndpoint,
  webhookReplay,
  webhookTest,
} from "#lib/api/schemas/webhook.ts";
import { isId } from "#lib/core/ids.ts";

const path = "/v1/webhook-endpoints";
const unusable = { code: "params_validation", status: 422 } as const;

export const createWebhookEndpointOperation = defineOperation({
  operationId: "createWebhookEndpoint",
  group: "Webhooks",
  place: 10,
  method: "POST",
  path,
  summary: "Create a webhook endpoint",
  description:
    "The endpoint receives events from now on, as Standard Webhooks: verify each by its signature and the secret in this response. Any status from 200 to 299 within 10 seconds confirms a webhook; others are retried for three days. An account can have 16 endpoints.",
  audience: "partner",
  permission: "webhooks:write",
  params: z.object({}),
  query: withoutQuery,
  body: createEndpointBody,
  response: { status: 201, schema: createdEndpoint },
  errors: ["invalid_params", "params_validation", "invalid_state", "idempotency_conflict"],
  examples: createEndpointExamples,
  idempotency: "honoured",
  hasSecretAnswer: true,
});

export const listWebhookEndpointsOperation = defineOperation({
  operationId: "listWebhookEndpoints",
  group: "Webhooks",
  place: 20,
  method: "GET",
  path,
  summary: "List webhook endpoints",
  description: "Returns the endpoints of your account, without their secrets.",
  audience: "partner",
  permission: "webhooks:read",
  params: z.object({}),
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: endpointList },
  errors: ["params_validation"],
  examples: listEndpointsExamples,
});

export const getWebhookEndpointOperation = defineOperation({
  operationId: "getWebhookEndpoint",
  group: "Webhooks",
  place: 30,
  method: "GET",
  path: `${path}/{id}`,
  summary: "Fetch a webhook endpoint",
  description: "Returns the endpoint without its secret, which is shown only when it is created or rotated.",
  audience: "partner",
  permission: "webhooks:read",
  params: endpointPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: fetchedEndpoint },
  errors: ["params_validation", "not_found"],
  examples: getEndpointExamples,
});

export const updateWebhookEndpointOperation = defineOperation({
  operationId: "updateWebhookEndpoint",
  group: "Webhooks",
  place: 40,
  method: "PATCH",
  path: `${path}/{id}`,
  summary: "Update a webhook endpoint",
  description:
    "Fields you leave out stay as they are. Filters apply to events from now on. Set status to pause the endpoint or to enable it again.",
  audience: "partner",
  permission: "webhooks:write",
  params: endpointPath,
  query: withoutQuery,
  body: updateEndpointBody,
  response: { status: 200, schema: webhookEndpoint },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: updateEndpointExamples,
});

export const deleteWebhookEndpointOperation = defineOperation({
  operationId: "deleteWebhookEndpoint",
  group: "Webhooks",
  place: 50,
  method: "DELETE",
  path: `${path}/{id}`,
  summary: "Delete a webhook endpoint",
  description:
    "Nothing more is sent to it, and its pending deliveries fail. Repeating the call returns the same response.",
  audience: "partner",
  permission: "webhooks:write",
  params: endpointPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: deleted },
  errors: ["params_validation", "not_found"],
  examples: deleteEndpointExamples,
});

export const rotateWebhookSecretOperation = defineOperation({
  operationId: "rotateWebhookSecret",
  group: "Webhooks",
  place: 60,
  method: "POST",
  path: `${path}/{id}/rotate-secret`,
  summary: "Rotate a webhook endpoint's secret",
  description:
    "During the overlap, webhooks carry two signatures: one by the new secret and one by the previous one. Any earlier secret stops working at once.",
  audience: "partner",
  permission: "webhooks:write",
  params: endpointPath,
  query: withoutQuery,
  body: rotateSecretBody,
  response: { status: 200, schema: createdEndpoint },
  errors: ["invalid_params", "params_validation", "not_found", "idempotency_conflict"],
  examples: rotateSecretExamples,
  idempotency: "honoured",
  hasSecretAnswer: true,
});

export const testWebhookEndpointOperation = defineOperation({
  operationId: "testWebhookEndpoint",
  group: "Webhooks",
  place: 70,
  method: "POST",
  path: `${path}/{id}/test`,
  summary: "Send a test event to a webhook endpoint",
  description:
    "Sends an event of type webhook.test, regardless of the endpoint's status and filters, and waits up to 10 seconds for the endpoint's response. The result is returned only here: the test isn't retried, and the endpoint's status doesn't change. At most 10 tests per endpoint, and 30 in total, are sent in a minute.",
  audience: "partner",
  permission: "webhooks:write",
  params: endpointPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: webhookTest },
  errors: ["params_validation", "not_found"],
  examples: testEndpointExamples,
});

export const replayWebhooksOperation = defineOperation({
  operationId: "replayWebhooks",
  group: "Webhooks",
  place: 80,
  method: "POST",
  path: `${path}/{id}/replay`,
  summary: "Replay events to a webhook endpoint",
  description:
    "Redelivers one event, all events whose delivery failed, or all events in a time range that match the endpoint's filters, whether or not they were delivered. Events are kept for 90 days, including those from before the endpoint existed. They are queued in the background: fetch the endpoint to follow its lastReplay. Deliveries that are pending stay as they are.",
  audience: "partner",
  permission: "webhooks:write",
  params: endpointPath,
  query: withoutQuery,
  body: replayBody,
  response: { status: 201, schema: webhookReplay },
  errors: ["invalid_params", "params_validation", unusable, "not_found", "invalid_state", "idempotency_conflict"],
  examples: replayExamples,
  idempotency: "honoured",
});

/** Deliveries are sorted by their events' ids alone. */
const newestFirst = {
  sort: "event desc",
  position: z.tuple([z.literal(""), z.string().refine((text) => isId("evt", text))]),
};

export const listWebhookDeliveriesOperation = defineListOperation({
  operationId: "listWebhookDeliveries",
  group: "Webhooks",
  place: 90,
  method: "GET",
  path: `${path}/{id}/deliveries`,
  summary: "List a webhook endpoint's deliveries",
  description: "Returns the deliveries of events to this endpoint, newest first.",
  audience: "partner",
  permission: "webhooks:read",
  params: endpointPath,
  query: deliveriesQuery,
  cursor: () => newestFirst,
  body: withoutBody,
  response: { status: 200, schema: deliveryList },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: listDeliveriesExamples,
});

export const getWebhookDeliveryOperation = defineOperation({
  operationId: "getWebhookDelivery",
  group: "Webhooks",
  place: 100,
  method: "GET",
  path: `${path}/{id}/deliveries/{eventId}`,
  summary: "Fetch a webhook delivery with its attempts",
  description: "Returns the delivery of one event to this endpoint, with every attempt.",
  audience: "partner",
  permission: "webhooks:read",
  params: deliveryPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: fetchedDelivery },
  errors: ["params_validation", "not_found"],
  examples: getDeliveryExamples,
});
