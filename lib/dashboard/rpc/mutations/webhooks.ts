import { z } from "zod";
import { eventTypes } from "#lib/core/event-types.ts";
import { plainText } from "#lib/core/text.ts";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { presentReplay } from "#lib/dashboard/present/webhook.ts";
import { replayRequest, toReplayRequest } from "#lib/dashboard/replay-request.ts";
import { key } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { getPartner } from "#lib/domain/partners/get-partner.ts";
import { runOnce } from "#lib/domain/platform/idempotency/run-once.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { deleteWebhookEndpoint } from "#lib/domain/webhooks/delete-endpoint.ts";
import { maxDescription, maxMerchants, overlapHours as overlap } from "#lib/domain/webhooks/endpoint.ts";
import { startWebhookReplay } from "#lib/domain/webhooks/replays/start-replay.ts";
import { rotateWebhookSecret } from "#lib/domain/webhooks/rotate-secret.ts";
import { sendWebhookTest } from "#lib/domain/webhooks/send-test.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";

const url = z.string().trim().min(1, "is required").max(4_096, "is too long");
const settings = {
  description: plainText.trim().max(maxDescription, `must be ${maxDescription} characters or fewer`),
  /** Null for all types, those of later versions included. */
  eventTypes: z.array(z.enum(eventTypes)).min(1, "select at least one type of event").nullable(),
  /** All merchants when empty. */
  merchantIds: z
    .array(z.string().max(64))
    .max(maxMerchants, `select at most ${maxMerchants} merchants, or none for all of them`),
};
const oneEndpoint = { endpointId: z.string().max(64) };

/**
 * Creates an endpoint with the partner's API version, once per idempotency key. Only this response contains the secret. It is
 * remembered encrypted, as the endpoint's own copy is.
 */
const create = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ key, url, ...settings }),
  async resolve({ scope }, { key, ...typed }) {
    const once = { ...formRequest(scope, "createWebhookEndpoint", key, typed), isSecret: true };
    const prepare = () => getPartner(scope);
    const { body } = await answerOnce(once, prepare, async (tx, { serviceVersion: apiVersion }) => {
      const settings = { ...typed, eventTypes: typed.eventTypes ?? [], apiVersion };
      const { endpoint, secret } = await createWebhookEndpoint(tx, scope, settings);
      return { status: 201, body: JSON.stringify({ endpointId: endpoint.id, secret }) };
    });
    return JSON.parse(body) as { endpointId: string; secret: string };
  },
});

/** Changes which events an endpoint receives. */
const update = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject({ ...oneEndpoint, ...settings }),
  async resolve({ scope }, { endpointId, eventTypes: types, ...changes }) {
    const after = { ...changes, eventTypes: types ?? [] };
    await inTransaction((tx) => updateWebhookEndpoint(tx, scope, endpointId, after));
    return {};
  },
});

/** Changes where an endpoint's events go, and which. */
const updateWithUrl = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ ...oneEndpoint, url, ...settings }),
  async resolve({ scope }, { endpointId, eventTypes: types, ...changes }) {
    const after = { ...changes, eventTypes: types ?? [] };
    await inTransaction((tx) => updateWebhookEndpoint(tx, scope, endpointId, after));
    return {};
  },
});

/** Pauses an endpoint, resumes it, or enables one that the service has disabled. */
const setState = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject({ ...oneEndpoint, state: z.enum(["enabled", "paused"]) }),
  async resolve({ scope }, { endpointId, state }) {
    await inTransaction((tx) => updateWebhookEndpoint(tx, scope, endpointId, { state }));
    return {};
  },
});

/**
 * Replaces an endpoint's secret, once per idempotency key: another rotation would end the secret that the
 * partner's servers know. Only this response contains the new one, and it is remembered encrypted.
 */
const rotateSecret = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ key, ...oneEndpoint, overlapHours: z.int().min(0).max(overlap.max) }),
  async resolve({ scope }, { key, ...typed }) {
    const once = { ...formRequest(scope, "rotateWebhookSecret", key, typed), isSecret: true };
    const { body } = await runOnce(once, async (tx) => {
      const { endpoint, secret } = await rotateWebhookSecret(tx, scope, typed.endpointId, typed.overlapHours);
      const oldSecretUntil = endpoint.oldSecretUntil?.toISOString() ?? null;
      return { status: 200, body: JSON.stringify({ secret, oldSecretUntil }) };
    });
    return JSON.parse(body) as { secret: string; oldSecretUntil: string | null };
  },
});

/** Sends a test event and waits for the answer. A mutation, because it makes a request to another host. */
const sendTest = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject(oneEndpoint),
  resolve: async ({ scope }, { endpointId }) => sendWebhookTest(scope, endpointId),
});

/** Delivers one event again. */
const replayEvent = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject({ ...oneEndpoint, eventId: z.string().max(64) }),
  async resolve({ scope }, { endpointId, eventId }) {
    const order = { kind: "event", eventId } as const;
    return presentReplay(await inTransaction((tx) => startWebhookReplay(tx, scope, endpointId, order)));
  },
});

/** Delivers all events again whose delivery failed, or those of a time. */
const replay = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject({ ...oneEndpoint, order: replayRequest }),
  async resolve({ scope }, { endpointId, order }) {
    const wanted = toReplayRequest(order);
    return presentReplay(await inTransaction((tx) => startWebhookReplay(tx, scope, endpointId, wanted)));
  },
});

const remove = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  input: z.strictObject(oneEndpoint),
  async resolve({ scope }, { endpointId }) {
    await inTransaction((tx) => deleteWebhookEndpoint(tx, scope, endpointId));
    return {};
  },
});

export const webhookMutations = {
  "webhooks.create": create,
  "webhooks.update": update,
  "webhooks.updateWithUrl": updateWithUrl,
  "webhooks.setState": setState,
  "webhooks.rotateSecret": rotateSecret,
  "webhooks.sendTest": sendTest,
  "webhooks.replayEvent": replayEvent,
  "webhooks.replay": replay,
  "webhooks.delete": remove,
};
