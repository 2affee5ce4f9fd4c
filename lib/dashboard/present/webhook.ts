import type { MerchantId } from "#lib/core/ids.ts";
import type { DeliveryCounts } from "#lib/domain/webhooks/count-deliveries.ts";
import type { WebhookEndpoint } from "#lib/domain/webhooks/endpoint.ts";
import type { DeliveryToEndpoint } from "#lib/domain/webhooks/event-deliveries.ts";
import type { NumberedAttempt, WebhookDelivery } from "#lib/domain/webhooks/list-deliveries.ts";
import type { WebhookReplay } from "#lib/domain/webhooks/replays/replay.ts";

/** Presents an endpoint with its settings and its health. @param names the names of the merchants that it names. */
export function presentEndpoint(
  endpoint: WebhookEndpoint,
  counts: DeliveryCounts = { pending: 0, failed: 0 },
  names: ReadonlyMap<MerchantId, string> = new Map(),
) {
  const { id, url, description, eventTypes, merchantIds, apiVersion, state, disabledReason } = endpoint;
  return {
    id,
    url,
    description,
    eventTypes,
    apiVersion,
    state,
    disabledReason,
    merchants: merchantIds.map((merchantId) => ({ id: merchantId, name: names.get(merchantId) ?? merchantId })),
    oldSecretUntil: endpoint.oldSecretUntil?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    lastSuccessAt: endpoint.lastSuccessAt?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    leftBy: endpoint.leftBy,
    pending: counts.pending,
    failed: counts.failed,
  };
}

/** Presents a replay and how far it is. */
export function presentReplay({ id, kind, state, queued, createdAt }: WebhookReplay) {
  return { id, kind, state, queued, createdAt: createdAt.toISOString() };
}

type DeliveryState = Pick<WebhookDelivery, "state" | "attempts" | "nextAttemptAt" | "finishedAt">;

const presentState = ({ state, attempts, nextAttemptAt, finishedAt }: DeliveryState) => ({
  state,
  attempts,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
});

/** Presents a delivery of an endpoint. */
export function presentDelivery(delivery: WebhookDelivery) {
  const { eventId, type, createdAt } = delivery;
  return { eventId, type, createdAt: createdAt.toISOString(), ...presentState(delivery) };
}

/** Presents the delivery of an event to an endpoint. */
export function presentDeliveryTo(delivery: DeliveryToEndpoint) {
  const { endpointId, url, description } = delivery;
  return { endpointId, url, description, ...presentState(delivery) };
}

/** Presents an attempt; `answer` is the receiver's text, to be shown as text only. */
export function presentAttempt({ number, at, status, error, latencyMs, answer }: NumberedAttempt) {
  return { number, at: at.toISOString(), status, error, latencyMs, answer };
}
