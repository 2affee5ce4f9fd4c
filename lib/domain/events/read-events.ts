import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { EventType } from "#lib/core/event-types.ts";
import type { DepositExceptionId, EventId, MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { type PaymentAsOf, rebuildPayment } from "#lib/domain/events/rebuild-payment.ts";
import {
  listHistories,
  listPayoutTerms,
  listStoredEventsById,
  type PayoutTerms,
  type StoredEvent,
} from "#lib/domain/events/repository.ts";
import { listAnyListedPayments, type PaymentWithOrder } from "#lib/domain/payments/listing/repository.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { listRefunds } from "#lib/domain/payments/refunds/repository.ts";

/** The payout of a payment as of an event; the amount is in smallest units of `asset`. */
export type PayoutAsOf = {
  status: "held" | "sent" | "failed";
  asset: Caip19;
  amount: AtomicAmount;
  /** Null while it is held. */
  destination: Caip10 | null;
  /** The transaction that paid it; null unless it was sent. */
  txHash: string | null;
  /** Why the attempt failed; null unless it did. */
  reason: string | null;
};

/** The exception of a transfer that an event is about; the amount is in smallest units of `asset`. */
export type ExceptionOfEvent = { id: DepositExceptionId; asset: Caip19; amount: AtomicAmount };

/** A payment as of an event, and the refund, the payout or the exception that the event is about. */
export type PaymentState = Omit<PaymentAsOf, "event"> & {
  refund: Refund | null;
  payout: PayoutAsOf | null;
  exception: ExceptionOfEvent | null;
};

/** An event with the state that it reports: of a payment, or of another resource as its writer stored it. */
export type PublicEvent = {
  id: EventId;
  partnerId: PartnerId;
  merchantId: MerchantId | null;
  type: EventType;
  createdAt: Date;
  payment: PaymentState | null;
  data: unknown;
};

/** Reads events by their ids, in no order, by at most six statements. One that has been deleted is missing. */
export async function readPublicEvents(
  on: Queryable,
  ids: readonly { partnerId: PartnerId; eventId: EventId }[],
): Promise<PublicEvent[]> {
  return withStates(on, await listStoredEventsById(on, ids));
}

/**
 * Adds to events the states that they report, by at most five statements for all of them. The payments' rows
 * and histories only grow in what is read of them, so the result is the same at any later time.
 */
export async function withStates(on: Queryable, events: readonly StoredEvent[]): Promise<PublicEvent[]> {
  const ids = [...new Set(events.flatMap(({ paymentId }) => paymentId ?? []))];
  const ofPayouts = events.flatMap(({ type, paymentId }) => (type.startsWith("payout.") ? (paymentId ?? []) : []));
  const histories = ids.length === 0 ? [] : await listHistories(on, ids);
  const refunded = new Set(histories.flatMap(({ type, paymentId }) => (type.startsWith("refund") ? paymentId : [])));
  const [payments, refunds, payouts] = await Promise.all([
    ids.length === 0 ? [] : listAnyListedPayments(on, ids),
    refunded.size === 0 ? [] : listRefunds(on, [...refunded]),
    ofPayouts.length === 0 ? [] : listPayoutTerms(on, [...new Set(ofPayouts)]),
  ]);
  const facts: Facts = {
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    histories: Map.groupBy(histories, ({ paymentId }) => paymentId),
    refunds: Map.groupBy(refunds, ({ paymentId }) => paymentId),
    payouts: new Map(payouts.map((payout) => [payout.paymentId, payout])),
  };
  return events.map(({ paymentId, paymentVersion, ...event }) => {
    const payment = paymentId === null ? null : stateOf(event.type, paymentId, paymentVersion ?? 0, facts);
    return { ...event, payment };
  });
}

type Facts = {
  payments: ReadonlyMap<PaymentId, PaymentWithOrder>;
  histories: ReadonlyMap<PaymentId, Awaited<ReturnType<typeof listHistories>>>;
  refunds: ReadonlyMap<PaymentId, Refund[]>;
  payouts: ReadonlyMap<PaymentId, PayoutTerms>;
};

function stateOf(type: EventType, id: PaymentId, version: number, facts: Facts): PaymentState {
  const row = facts.payments.get(id);
  if (row === undefined) throw new Error(`payment ${id} has events, but no row`);
  const { event, ...state } = rebuildPayment(row, facts.refunds.get(id) ?? [], facts.histories.get(id) ?? [], version);
  const refundId = event !== null && "refundId" in event ? event.refundId : undefined;
  const refund = type.startsWith("refund.") ? (state.refunds.find((each) => each.id === refundId) ?? null) : null;
  const payout = payoutAsOf(type, event, state.payment, facts.payouts.get(id));
  return { ...state, refund, payout, exception: exceptionOf(event) };
}

function exceptionOf(event: PaymentAsOf["event"]): ExceptionOfEvent | null {
  if (event === null || !("exceptionId" in event)) return null;
  const { exceptionId: id, asset, amount } = event;
  return { id, asset, amount };
}

/** The payout that an event is about; null for events of other kinds. */
function payoutAsOf(
  type: EventType,
  event: PaymentAsOf["event"],
  { token }: PaymentWithOrder,
  terms: PayoutTerms | undefined,
): PayoutAsOf | null {
  if (token === null) return null;
  const asset = terms?.asset ?? token.asset;
  const amount = terms?.amount ?? token.amount - token.fee;
  const none = { asset, amount, destination: null, txHash: null, reason: null };
  if (type === "payout.held") return { ...none, status: "held" };
  const destination = terms?.destination ?? null;
  if (type === "payout.sent" && event?.type === "settled") {
    return { ...none, status: "sent", destination: event.destination ?? destination, txHash: event.txHash };
  }
  if (type === "payout.failed" && event?.type === "settlement_failed") {
    return { ...none, status: "failed", destination: event.destination ?? destination, reason: event.reason };
  }
  return null;
}
