import type { z } from "zod";
import { createdAt, merchantId } from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type { deleted } from "#lib/api/schemas/merchant.ts";
import type {
  createdEndpoint,
  deliveryList,
  endpointList,
  fetchedDelivery,
  fetchedEndpoint,
  webhookDelivery,
  webhookEndpoint,
  webhookReplay,
  webhookTest,
} from "#lib/api/schemas/webhook.ts";

type Examples<Schema extends z.ZodType> = readonly Example<z.output<Schema>>[];

const id = "whe_01KAGE7N2P5R8T1V4X7Z0B3D6F";
const eventId = "evt_01KAGEB3D6F9H2K5M8P1R4T7V0";
const params = { id };
const url = "https://shop.example/webhooks/till";
const eventTypes = ["payment.succeeded", "payment.failed"] as const;
const at = "2026-11-20T09:31:12.000Z";

const endpoint: z.output<typeof webhookEndpoint> = {
  id,
  live: true,
  url,
  description: "Order service",
  eventTypes: [...eventTypes],
  merchantIds: [],
  apiVersion: "2026-02-18",
  status: "enabled",
  disabledReason: null,
  oldSecretUntil: null,
  failingSince: null,
  lastSuccessAt: null,
  createdAt,
  updatedAt: createdAt,
};
const working = { ...endpoint, lastSuccessAt: at };
const secret = "whsec_oq7dV3kYl0yqXKf0sJ3b1Qm1f4m0n5rj8l2w6z9aBcE=";

export const createEndpointExamples: Examples<typeof createdEndpoint> = [
  {
    name: "Some types of events",
    body: { url, description: "Order service", eventTypes: [...eventTypes] },
    response: { ...endpoint, secret },
  },
  {
    name: "Everything about one merchant",
    body: { url, merchantIds: [merchantId] },
    response: { ...endpoint, description: "", eventTypes: [], merchantIds: [merchantId], secret },
  },
];

export const listEndpointsExamples: Examples<typeof endpointList> = [
  { name: "One endpoint", response: { data: [working] } },
];

const replay: z.output<typeof webhookReplay> = {
  id: "whr_01KAGF0A3C6E9G2J5M8P1R4T7V",
  live: true,
  type: "failed",
  status: "running",
  queued: 0,
  createdAt: at,
};

export const getEndpointExamples: Examples<typeof fetchedEndpoint> = [
  {
    name: "After a replay",
    params,
    response: { ...working, lastReplay: { ...replay, status: "completed", queued: 1_204 } },
  },
];

export const updateEndpointExamples: Examples<typeof webhookEndpoint> = [
  { name: "Pause", params, body: { status: "paused" }, response: { ...working, status: "paused", updatedAt: at } },
  { name: "All types of events", params, body: { eventTypes: [] }, response: { ...working, eventTypes: [] } },
];

export const deleteEndpointExamples: Examples<typeof deleted> = [
  { name: "Deleted", params, response: { id, live: true, deleted: true } },
];

export const rotateSecretExamples: Examples<typeof createdEndpoint> = [
  {
    name: "With a day to deploy the new secret",
    params,
    body: { overlapHours: 24 },
    response: { ...working, oldSecretUntil: "2026-11-21T09:31:12.000Z", secret },
  },
];

export const testEndpointExamples: Examples<typeof webhookTest> = [
  {
    name: "Delivered",
    params,
    response: { eventId, live: true, delivered: true, error: null, httpStatus: 200, latencyMs: 84, answer: "ok" },
  },
  {
    name: "Not delivered",
    params,
    response: {
      eventId,
      live: true,
      delivered: false,
      error: "The connection was refused.",
      httpStatus: null,
      latencyMs: 12,
      answer: null,
    },
  },
];

export const replayExamples: Examples<typeof webhookReplay> = [
  { name: "All that failed", params, body: { failed: true }, response: replay },
  {
    name: "One event",
    params,
    body: { eventId },
    response: { ...replay, type: "event", status: "completed", queued: 1 },
  },
  {
    name: "A morning",
    params,
    body: { startTs: "2026-11-20T06:00:00Z", endTs: "2026-11-20T12:00:00Z" },
    response: { ...replay, type: "range" },
  },
];

const delivery: z.output<typeof webhookDelivery> = {
  eventId,
  live: true,
  type: "payment.succeeded",
  createdAt,
  status: "succeeded",
  attemptCount: 2,
  nextAttemptAt: null,
  finishedAt: at,
};

export const listDeliveriesExamples: Examples<typeof deliveryList> = [
  { name: "One delivery", params, query: { status: "succeeded" }, response: { data: [delivery], nextCursor: null } },
];

export const getDeliveryExamples: Examples<typeof fetchedDelivery> = [
  {
    name: "Delivered at the second attempt",
    params: { id, eventId },
    response: {
      ...delivery,
      attempts: [
        { number: 2, at, httpStatus: 200, error: null, latencyMs: 84, answer: "ok" },
        {
          number: 1,
          at: createdAt,
          httpStatus: 503,
          error: "The endpoint responded with status 503. Any status from 200 to 299 confirms the webhook.",
          latencyMs: 31,
          answer: "Service unavailable",
        },
      ],
    },
  },
];
