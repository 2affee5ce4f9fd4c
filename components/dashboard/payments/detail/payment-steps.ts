import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

export type PaymentStep = {
  title: string;
  /** RFC 3339; null while the step hasn't happened. */
  at: string | null;
  state: "done" | "current" | "waiting" | "attention" | "ended";
};

type Facts = Pick<PaymentDetail, "status" | "createdAt" | "updatedAt" | "payout" | "events">;

/** The three steps of a payment: created, paid by the buyer, settled with the merchant. */
export function paymentSteps(payment: Facts): [PaymentStep, PaymentStep, PaymentStep] {
  return [{ title: "Created", at: payment.createdAt, state: "done" }, paid(payment), settled(payment)];
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
  const { state, isRefund, isStuck, since } = payout;
  if (state === "final") {
    const at = events.find(({ type }) => type === "settled")?.at ?? since;
    return { title: isRefund ? "Returned to the buyer" : "Settled", at, state: "done" };
  }
  if (state === "held") return { title: "Held in treasury", at: since, state: "attention" };
  if (state === "failed" || isStuck) return { title: "Payout not finished", at: since, state: "attention" };
  return { title: "Paying out", at: null, state: "current" };
}
