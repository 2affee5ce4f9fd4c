import type { EventId, MerchantId, PartnerId, PaymentId, UserId } from "#lib/core/ids.ts";
import type { Money } from "#lib/core/money.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { DestinationChange, StoredDestinationChange, StoredKey } from "#lib/domain/events/event-data.ts";
import { type PublicEvent, readPublicEvents } from "#lib/domain/events/read-events.ts";
import { listMerchantNames } from "#lib/domain/merchants/repository.ts";
import {
  mayBeNotified,
  type NotificationType,
  notificationTypes,
} from "#lib/domain/notifications/notification-types.ts";
import { findRecipient } from "#lib/domain/notifications/repository.ts";

/** An event as members are notified of it. Has nothing of the buyer. */
export type Notice = {
  id: EventId;
  type: NotificationType;
  at: Date;
  merchant: { id: MerchantId; name: string } | null;
  paymentId: PaymentId | null;
  /** The amount of the payment, payout or refund. */
  amount: Money | null;
  /** The name of the API key, or the URL of the webhook endpoint. */
  name: string | null;
  /** The kind of change of a settlement destination. */
  change: DestinationChange["change"] | null;
};

/** The email of a member about events: the member's, the partner, and the events in the given order. */
export type NoticesOfMember = { email: string; partnerName: string; notices: Notice[] };

/**
 * Reads events that a member is notified of, without those that the member may no longer see and those that have been deleted.
 * @returns null when the partner no longer has the member, or no event is left.
 */
export async function readNotices(of: {
  userId: UserId;
  partnerId: PartnerId;
  eventIds: readonly EventId[];
}): Promise<NoticesOfMember | null> {
  const { userId, partnerId, eventIds } = of;
  const recipient = await findRecipient(database, userId, partnerId);
  if (recipient === null) return null;
  const ids = eventIds.map((eventId) => ({ partnerId, eventId }));
  const all = await toNotices(database, { partnerId, merchantId: null }, await readPublicEvents(database, ids));
  const notices = all
    .filter(({ type }) => mayBeNotified(recipient.role, type))
    .toSorted((a, b) => eventIds.indexOf(a.id) - eventIds.indexOf(b.id));
  return notices.length === 0 ? null : { email: recipient.email, partnerName: recipient.partnerName, notices };
}

/** Describes events of a partner, leaving out the types without notifications. Reads the merchants' names. */
export async function toNotices(on: Queryable, scope: PartnerScope, events: readonly PublicEvent[]): Promise<Notice[]> {
  const notable = events.flatMap((event) => {
    const type = notificationTypes.find((each) => each === event.type);
    return type === undefined ? [] : [{ ...event, type }];
  });
  const names = await listMerchantNames(on, scope, [...new Set(notable.flatMap(({ merchantId }) => merchantId ?? []))]);
  return notable.map((event) => {
    const { id, type, createdAt: at, merchantId, payment } = event;
    return {
      id,
      type,
      at,
      merchant: merchantId && { id: merchantId, name: names.get(merchantId) ?? merchantId },
      paymentId: payment?.payment.id ?? null,
      amount: amountOf(event),
      name: nameOf(event),
      change: type === "settlement_destination.changed" ? (event.data as StoredDestinationChange).change : null,
    };
  });
}

function amountOf({ type, payment: state }: PublicEvent): Money | null {
  if (state === null) return null;
  const { payment, payout, refund } = state;
  const ofToken = payout ?? refund;
  if (ofToken !== null) return { unit: { kind: "token", asset: ofToken.asset }, value: ofToken.amount };
  return type === "payment.succeeded" ? payment.amount : null;
}

function nameOf({ type, data }: PublicEvent): string | null {
  if (type === "api_key.created") return (data as StoredKey).name;
  return type === "webhook_endpoint.disabled" ? (data as { url: string }).url : null;
}
