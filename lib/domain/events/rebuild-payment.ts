import type { HistoryEntry } from "#lib/domain/events/repository.ts";
import type { ListedPayment, PaymentWithOrder } from "#lib/domain/payments/listing/repository.ts";
import type { PaymentChange, PaymentStatus } from "#lib/domain/payments/payment.ts";
import { changeOf, readPaymentEvent } from "#lib/domain/payments/payment-change.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { type PaymentEvent, statusAfterApplied } from "#lib/domain/payments/transition.ts";

/** A payment and its refunds as they were after one of its events. */
export type PaymentAsOf = {
  payment: PaymentWithOrder;
  /** Oldest first. */
  refunds: Refund[];
  /** The event after which they were so; null for the payment's creation. */
  event: PaymentEvent | null;
  /** The time of that event. */
  at: Date;
};

/**
 * Rebuilds a payment and its refunds as of a version from the history: what never changes is taken from their
 * rows, and the rest from the changes of the events up to the version. The names and logos of the merchant
 * and of the buyer's wallet are today's. Pure.
 * @param history of the payment, oldest first.
 * @throws Error when the history doesn't reach the version.
 */
export function rebuildPayment(
  row: PaymentWithOrder,
  refunds: readonly Refund[],
  history: readonly HistoryEntry[],
  version: number,
): PaymentAsOf {
  const past = history.filter((entry) => entry.version <= version);
  const events = past.map((entry) => ({ at: entry.at, event: readPaymentEvent(entry.type, entry.data) }));
  if (events.length !== version) throw new Error(`payment ${row.id} has no history up to version ${version}`);
  const last = events.at(-1);
  const at = last?.at ?? row.createdAt;
  const changes: SetFields = {};
  for (const { event } of events) Object.assign(changes, withoutGaps(changeOf(event)));
  const token = tokenAfter(row, changes);
  const payment: PaymentWithOrder = {
    ...row,
    storedStatus: statusAfterAll(events),
    updatedAt: at,
    token,
    buyer: buyerAfter(row, changes),
    transaction:
      changes.txHash === undefined || changes.txNonce === undefined
        ? null
        : { hash: changes.txHash, nonce: changes.txNonce },
    settlementTxHash: changes.settlementTxHash ?? null,
    settledAt: lastTime(events, "settled"),
    refundedAt: lastTime(events, "refunded"),
    refunded: changes.refundedAmount ?? (changes.isRefunded ? (token?.amount ?? 0n) : 0n),
  };
  const known = refunds.flatMap((refund) => refundAfter(refund, events));
  return { payment, refunds: known, event: last?.event ?? null, at };
}

type Applied = { at: Date; event: PaymentEvent };

function statusAfterAll(events: readonly Applied[]): PaymentStatus {
  const statuses = events.map(({ event }) => statusAfterApplied(event.type)).filter((status) => status !== null);
  return statuses.at(-1) ?? "requires_action";
}

type SetFields = { [Name in keyof PaymentChange]: NonNullable<PaymentChange[Name]> };

/** Leaves out what an event doesn't set, because such a column keeps its value. */
function withoutGaps(change: PaymentChange): SetFields {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null));
}

/** A payment in a token has it from the start; one in fiat once the buyer has confirmed. */
function tokenAfter(
  { amount: { unit, value } }: ListedPayment,
  { tokenAsset, tokenAmount, tokenFee }: SetFields,
): ListedPayment["token"] {
  const asset = tokenAsset ?? (unit.kind === "token" ? unit.asset : null);
  return asset === null ? null : { asset, amount: tokenAmount ?? value, fee: tokenFee ?? 0n };
}

function buyerAfter({ buyer }: ListedPayment, { buyerAccount, buyerAppId }: SetFields): ListedPayment["buyer"] {
  if (buyerAccount === undefined) return null;
  const hasApp = buyerAppId !== undefined;
  return {
    account: buyerAccount,
    appName: hasApp ? (buyer?.appName ?? null) : null,
    appLogoHash: hasApp ? (buyer?.appLogoHash ?? null) : null,
  };
}

function lastTime(events: readonly Applied[], type: PaymentEvent["type"]): Date | null {
  return events.findLast(({ event }) => event.type === type)?.at ?? null;
}

/** The refund as of the events; nothing before its first one. */
function refundAfter(refund: Refund, events: readonly Applied[]): Refund[] {
  const last = events.findLast(({ event }) => "refundId" in event && event.refundId === refund.id);
  if (last === undefined) return [];
  const { event, at } = last;
  return [
    {
      ...refund,
      storedState: stateAfter(event, refund),
      txHash: event.type === "refund_succeeded" ? event.txHash : null,
      failure: event.type === "refund_failed" ? event.reason : null,
      updatedAt: at,
    },
  ];
}

function stateAfter(event: PaymentEvent, refund: Refund): Refund["storedState"] {
  switch (event.type) {
    case "refund_requested":
      return "requested";
    case "refund_confirmed":
    case "refund_ordered":
    case "refund_retried":
      return "processing";
    case "refund_succeeded":
      return "succeeded";
    case "refund_cancelled":
      return "cancelled";
    case "refund_expired":
      return "expired";
    case "refund_failed":
      if (event.isFinal) return "failed";
      return refund.isFromTreasury ? "processing" : "requested";
    default:
      return "marked";
  }
}
