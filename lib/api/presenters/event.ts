import { presentListed } from "#lib/api/presenters/listed-payment.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentMerchant } from "#lib/api/presenters/merchant.ts";
import { presentOrder } from "#lib/api/presenters/payment.ts";
import { presentTokenAmount } from "#lib/api/presenters/payment-refund.ts";
import { presentRefund } from "#lib/api/presenters/refund.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { StoredDestinationChange, StoredKey, StoredMerchant } from "#lib/domain/events/event-data.ts";
import type { EventPage } from "#lib/domain/events/list-events.ts";
import type { ExceptionOfEvent, PaymentState, PayoutAsOf, PublicEvent } from "#lib/domain/events/read-events.ts";

/** An event in the newest version's form. @param apiVersion the version that it names; {@link answerIn} rewrites it for that. */
export function presentEvent(event: PublicEvent, apiVersion: ServiceVersion) {
  const { id, type, createdAt } = event;
  const timestamp = createdAt.toISOString();
  return { id, type, ...presentLive(event), timestamp, apiVersion, data: presentData(event) };
}

/** A page of events. */
export function presentEventList({ events }: EventPage, nextCursor: string | null, apiVersion: ServiceVersion) {
  return { data: events.map((event) => presentEvent(event, apiVersion)), nextCursor };
}

function presentData({ type, partnerId, payment, data }: PublicEvent) {
  if (payment !== null) return presentPayment(payment, partnerId);
  const mode = presentLive({ partnerId });
  switch (type) {
    case "merchant.created":
    case "merchant.updated":
    case "merchant.deleted":
      return { merchant: presentStoredMerchant(data as StoredMerchant, partnerId) };
    case "settlement_destination.changed":
      return { settlementDestination: { ...presentDestinationChange(data as StoredDestinationChange), ...mode } };
    case "api_key.created":
      return { apiKey: { ...presentKey(data as StoredKey), ...mode } };
    case "webhook_endpoint.disabled":
      return { webhookEndpoint: { ...(data as Record<string, unknown>), ...mode } };
    default:
      throw new Error(`an event of type ${type} has no payment`);
  }
}

function presentPayment({ payment, refunds, at, refund, payout, exception }: PaymentState, partnerId: PartnerId) {
  return {
    payment: { ...presentListed(payment, refunds, at), ...presentOrder(payment.order) },
    ...(refund === null ? {} : { refund: presentRefund(refund) }),
    ...(payout === null ? {} : { payout: { ...presentPayout(payout), ...presentLive({ partnerId }) } }),
    ...(exception === null ? {} : { exception: presentException(exception, partnerId) }),
  };
}

function presentException({ id, asset, amount }: ExceptionOfEvent, partnerId: PartnerId) {
  return { id, ...presentLive({ partnerId }), asset, value: String(amount) };
}

function presentPayout({ status, asset, amount, destination, txHash, reason }: PayoutAsOf) {
  return {
    status,
    amount: presentTokenAmount(asset, amount),
    destination,
    ...(txHash === null ? {} : { txId: txHash }),
    ...(reason === null ? {} : { reason }),
  };
}

function presentStoredMerchant(stored: StoredMerchant, partnerId: PartnerId) {
  const { createdAt, updatedAt } = stored;
  const merchant = { ...stored, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  return presentMerchant(merchant, { partnerId });
}

function presentDestinationChange({ id, merchantId, asset, change, from, to, takesEffectAt }: StoredDestinationChange) {
  return { id, merchantId, asset, change, previousDestination: from, destination: to, takesEffectAt };
}

function presentKey({ id, name, permissions, hint, createdAt }: StoredKey) {
  return { id, name, permissions: [...permissions], hint, createdAt };
}
