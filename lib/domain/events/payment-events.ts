import type { EventType } from "#lib/core/event-types.ts";
import type { NewEvent } from "#lib/domain/events/record-events.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";

/** The public event of each event in a payment's history; null for those without one. */
const publicTypes: Record<PaymentEvent["type"], EventType | null> = {
  confirmed: "payment.processing",
  deposited: "payment.processing",
  collected: "payment.succeeded",
  recovered: "payment.succeeded",
  collection_failed: "payment.failed",
  declined: "payment.failed",
  cancelled: "payment.cancelled",
  expired: "payment.expired",
  expired_early: "payment.expired",
  settled: "payout.sent",
  settlement_failed: "payout.failed",
  settlement_ordered: null,
  settlement_retried: null,
  refund_requested: "refund.requested",
  refund_ordered: "refund.requested",
  refund_retried: null,
  refund_confirmed: null,
  refund_marked: "refund.marked",
  refund_succeeded: "refund.succeeded",
  refund_failed: "refund.failed",
  refund_cancelled: "refund.cancelled",
  refund_expired: "refund.expired",
  refunded: "refund.marked",
  deposit_underpaid: "deposit.underpaid",
  deposit_overpaid: "deposit.overpaid",
  deposit_late: "deposit.late",
  deposit_repeated: "deposit.repeated",
  deposit_declined: "deposit.declined",
  deposit_other_token: "deposit.other_token",
  deposit_other_chain: "deposit.other_chain",
};

/**
 * Returns the public event of an event in a payment's history, or null. A refund that the merchant may still
 * sign hasn't failed, and a payment whose last refund has an event of its own has no other one for being
 * refunded in full.
 */
function publicTypeOf(event: PaymentEvent): EventType | null {
  if (event.type === "refund_failed" && !event.isFinal) return null;
  if (event.type === "refunded" && event.refundId === undefined) return null;
  return publicTypes[event.type];
}

/** Returns the public events of events that have just happened to a payment. @param payment as it was before them. */
export function publicEventsOf(
  { id: paymentId, partnerId, merchantId, version }: Pick<Payment, "id" | "partnerId" | "merchantId" | "version">,
  events: readonly PaymentEvent[],
): NewEvent[] {
  return events.flatMap((event, index) => {
    const type = publicTypeOf(event);
    return type === null ? [] : [{ type, partnerId, merchantId, about: { paymentId, version: version + index + 1 } }];
  });
}
