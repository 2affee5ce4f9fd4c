import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

export type PaymentStep = {
  title: string;
  /** RFC 3339; null while the step hasn't happened. */
  at: string | null;
  state: "done" | "current" | "waiting" | "attention" | "ended";
};

type Facts = Pick<
  PaymentDetail,
  "status" | "createdAt" | "updatedAt" | "payout" | "events" | "isRefunded" | "refunded" | "refundedAt"
>;

/** The steps of a payment: created, paid by the buyer, settled with the merchant and, after a refund, refunded. */
export function paymentSteps(payment: Facts): PaymentStep[] {
  const steps: PaymentStep[] = [{ title: "Created", at: payment.createdAt, state: "done" }, paid(payment)];
  // Money that the treasury returns to the buyer isn't settled with the merchant.
  if (payment.payout?.isRefund !== true) steps.push(settled(payment));
  const refund = refunded(payment);
  if (refund !== null) steps.push(refund);
  return steps;
}

const endings: Partial<Record<PaymentDetail["status"], string>> = {
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
};

function paid({ status, updatedAt, events }: Facts): PaymentStep {
  if (status === "requires_action") return { title: "Waiting for the buyer", at: null, state: "current" };
  if (status === "processing") return { title: "Confirming on chain", at: null, state: "current" };
  if (status !== "succeeded") return { title: endings[status] ?? "Ended", at: updatedAt, state: "ended" };
  const collected = events.find(({ type }) => type === "collected" || type === "recovered");
  return { title: "Paid", at: collected?.at ?? null, state: "done" };
}

function settled({ status, payout, events }: Facts): PaymentStep {
  if (status === "requires_action" || status === "processing") return { title: "Settled", at: null, state: "waiting" };
  if (status !== "succeeded") return { title: "Nothing to settle", at: null, state: "waiting" };
  if (payout === null || payout.state === "none") return { title: "Settled", at: null, state: "waiting" };
  const { state, isStuck, since } = payout;
  if (state === "final") {
    return { title: "Settled", at: events.find(({ type }) => type === "settled")?.at ?? since, state: "done" };
  }
  if (state === "held") return { title: "Held in treasury", at: since, state: "attention" };
  if (state === "failed" || isStuck) return { title: "Payout not finished", at: since, state: "attention" };
  return { title: "Paying out", at: null, state: "current" };
}

const partialRefunds: readonly string[] = ["refund_marked", "refund_succeeded"];

/** The last step of a payment that was refunded, or whose money is on its way back to the buyer; null for others. */
function refunded({ payout, isRefunded, refunded: amount, refundedAt, events }: Facts): PaymentStep | null {
  if (isRefunded) return { title: "Refunded", at: refundedAt, state: "done" };
  if (payout?.isRefund === true) {
    const { state, isStuck, since } = payout;
    if (state === "final") return { title: "Refunded", at: since, state: "done" };
    if (state === "failed" || isStuck) return { title: "Refund not finished", at: since, state: "attention" };
    return { title: "Refunding", at: null, state: "current" };
  }
  if (amount === null) return null;
  const last = events.findLast(({ type }) => partialRefunds.includes(type));
  return { title: "Partly refunded", at: last?.at ?? null, state: "done" };
}
