import { presentLive } from "#lib/api/presenters/live.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import type { NumberedAttempt, WebhookDelivery } from "#lib/domain/webhooks/list-deliveries.ts";
import type { WebhookReplay } from "#lib/domain/webhooks/replays/replay.ts";
import type { WebhookTest } from "#lib/domain/webhooks/send-test.ts";

/** The account that an endpoint belongs to. */
type Owner = { partnerId: PartnerId };

/** A webhook endpoint, without its secrets. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint) {
  const { id, url, description, eventTypes, merchantIds, apiVersion, state, disabledReason } = endpoint;
  return {
    id,
    ...presentLive(endpoint),
    url,
    description,
    eventTypes,
    merchantIds,
    apiVersion,
    status: state,
    disabledReason,
    oldSecretUntil: endpoint.oldSecretUntil?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    lastSuccessAt: endpoint.lastSuccessAt?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

/** An endpoint with a secret that was just made. */
export function presentNewSecret({ endpoint, secret }: { endpoint: WebhookEndpoint; secret: string }) {
  return { ...presentWebhookEndpoint(endpoint), secret };
}

/** A replay and how far it is. */
export function presentWebhookReplay({ id, kind, state, queued, createdAt }: WebhookReplay, owner: Owner) {
  return { id, ...presentLive(owner), type: kind, status: state, queued, createdAt: createdAt.toISOString() };
}

/** The result of a test. */
export function presentWebhookTest({ eventId, error, status, latencyMs, answer }: WebhookTest, owner: Owner) {
  return { eventId, ...presentLive(owner), delivered: error === null, error, httpStatus: status, latencyMs, answer };
}

/** A delivery. */
export function presentWebhookDelivery(delivery: WebhookDelivery, owner: Owner) {
  const { eventId, type, createdAt, state, attempts, nextAttemptAt, finishedAt } = delivery;
  return {
    eventId,
    ...presentLive(owner),
    type,
    createdAt: createdAt.toISOString(),
    status: state,
    attemptCount: attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** A delivery with its attempts. */
export function presentFetchedDelivery(delivery: WebhookDelivery, attempts: readonly NumberedAttempt[], owner: Owner) {
  return {
    ...presentWebhookDelivery(delivery, owner),
    attempts: attempts.map(({ number, at, status, error, latencyMs, answer }) => {
      return { number, at: at.toISOString(), httpStatus: status, error, latencyMs, answer };
    }),
  };
}
