import { formatPercentage } from "#lib/core/money.ts";
import { presentAccount, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentFiat, presentMoney, presentToken, type ShownMoney } from "#lib/dashboard/present/money.ts";
import {
  isChosen,
  presentBuyer,
  presentPayment,
  presentTokenTransaction,
  type ShownBuyer,
  type ShownPayment,
} from "#lib/dashboard/present/payment.ts";
import { presentEvents, type ShownEvent } from "#lib/dashboard/present/payment-events.ts";
import {
  presentRefundable,
  presentRefunds,
  type ShownRefund,
  type ShownRefundable,
} from "#lib/dashboard/present/refunds.ts";
import { paymentLink } from "#lib/domain/payments/payment-link.ts";
import { payoutStuckAfterMs } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";
import type { PaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import type { SettlementStanding } from "#lib/domain/payments/reading/repository.ts";

/** The payout of a payment. */
type ShownPayout = {
  /** `none` for a succeeded payment without a payout record. */
  state: SettlementStanding["state"] | "none";
  /** It pays a refund: the destination is the buyer's account. */
  isRefund: boolean;
  amount: ShownMoney | null;
  destination: ShownOnChain | null;
  /** The reason of a failure. */
  failure: string | null;
  /** When a failed payout is tried again automatically. */
  retryAt: string | null;
  since: string | null;
  /** Pending for longer than a payout should take, without waiting for anything of `waitsFor`. */
  isStuck: boolean;
  /** The condition that a pending payout waits for before it is sent. */
  waitsFor: SettlementStanding["waitsFor"];
  /** The network fee to accept for a payout that waits for a lower one: in millionths of a dollar, and rounded up for display. */
  fee: { micros: string; money: ShownMoney } | null;
  transaction: ShownOnChain | null;
  /** The destination of a payout sent now; null when `obstacle` prevents one. */
  payoutTo: ShownOnChain | null;
  obstacle: "no_destination" | "has_moved" | "other_treasury" | null;
};

/** The details of a payment. */
export type ShownPaymentDetail = ShownPayment & {
  expiresAt: string;
  updatedAt: string;
  refundedAt: string | null;
  /** The merchant's words about the purchase, and its lines. */
  order: { description: string | null; items: { name: string; quantity: number; total: ShownMoney }[] };
  /** The fiat value of an amount requested in a token. */
  fiat: ShownMoney | null;
  fees: { total: ShownMoney; fixed: ShownMoney; percentage: string };
  /** The fee and the net amount in the token: the fee recipient's part and the merchant's. */
  tokenFee: ShownMoney | null;
  net: ShownMoney | null;
  buyer: ShownBuyer | null;
  transaction: ShownOnChain | null;
  /** Null until the payment has succeeded. */
  payout: ShownPayout | null;
  refunds: ShownRefund[];
  /** Null when nothing can be refunded. */
  refundable: ShownRefundable | null;
  events: ShownEvent[];
  link: string;
  checkout: { successUrl: string; errorUrl: string } | null;
  /** CAIP ids as in the API, to copy. */
  ids: { asset: string | null; buyer: string | null };
};

export function presentPaymentDetail(detail: PaymentDetail): ShownPaymentDetail {
  const { payment, listed, now } = detail;
  const { token, fees, buyer, transaction, amount } = listed;
  const shown = presentPayment(listed, now);
  const chosen = isChosen(listed) ? token : null;
  return {
    ...shown,
    expiresAt: listed.expiresAt.toISOString(),
    updatedAt: listed.updatedAt.toISOString(),
    refundedAt: payment.refundedAt?.toISOString() ?? null,
    order: {
      description: payment.description,
      items: payment.lineItems.map(({ name, quantity, total }) => {
        return { name, quantity, total: presentMoney({ unit: amount.unit, value: total }) };
      }),
    },
    fiat: amount.unit.kind === "fiat" ? null : presentFiat(listed.fiat.currency, listed.fiat.value),
    fees: {
      total: presentMoney({ unit: amount.unit, value: fees.total }),
      fixed: presentFiat(fees.currency, fees.fixed),
      percentage: formatPercentage(fees.partsPerMillion),
    },
    tokenFee: chosen && presentToken(chosen.asset, chosen.fee),
    net: chosen && presentToken(chosen.asset, chosen.amount - chosen.fee),
    buyer: buyer && presentBuyer(buyer),
    transaction: transaction && token && presentTokenTransaction(token.asset, transaction.hash),
    payout: shown.status === "succeeded" ? presentPayout(detail) : null,
    refunds: presentRefunds(detail),
    refundable: presentRefundable(detail),
    events: presentEvents(detail),
    link: paymentLink(listed.id),
    checkout: payment.checkout,
    ids: { asset: chosen?.asset ?? null, buyer: buyer?.account ?? null },
  };
}

function presentPayout({ listed, standing, payoutFee, now }: PaymentDetail): ShownPayout {
  const { token, settlementTxHash, settledAt } = listed;
  const transaction =
    token && settlementTxHash !== null ? presentTokenTransaction(token.asset, settlementTxHash) : null;
  const nothing = {
    isRefund: false,
    failure: null,
    retryAt: null,
    isStuck: false,
    waitsFor: null,
    fee: null,
    payoutTo: null,
    obstacle: null,
  };
  if (standing === null) {
    const state = transaction === null ? "none" : "final";
    const amount = token && presentToken(token.asset, token.amount - token.fee);
    return { ...nothing, state, amount, destination: null, since: settledAt?.toISOString() ?? null, transaction };
  }
  const { state, asset, amount, failure, retryAt, since } = standing;
  return {
    ...nothing,
    state,
    isRefund: standing.refundId !== null,
    failure,
    retryAt: retryAt?.toISOString() ?? null,
    transaction,
    since: since.toISOString(),
    amount: presentToken(asset, amount),
    destination: standing.destination && presentAccount(standing.destination),
    isStuck: isStuck(standing, now),
    waitsFor: standing.waitsFor,
    fee:
      payoutFee === null ? null : { micros: `${payoutFee}`, money: presentFiat("USD", (payoutFee + 9_999n) / 10_000n) },
    ...presentPayoutTarget(standing),
  };
}

function isStuck({ state, since, waitsFor }: SettlementStanding, now: Date): boolean {
  const isUnderWay = state === "pending" || state === "submitted";
  return isUnderWay && waitsFor === null && now.getTime() - since.getTime() >= payoutStuckAfterMs;
}

function presentPayoutTarget(standing: SettlementStanding): Pick<ShownPayout, "payoutTo" | "obstacle"> {
  const { state, hasMoved, isPayable, currentDestination, refundId } = standing;
  if (state !== "held" && state !== "failed") return { payoutTo: null, obstacle: null };
  if (hasMoved) return { payoutTo: null, obstacle: "has_moved" };
  if (refundId !== null) return { payoutTo: null, obstacle: null };
  if (!isPayable) return { payoutTo: null, obstacle: "other_treasury" };
  if (currentDestination === null) return { payoutTo: null, obstacle: "no_destination" };
  return { payoutTo: presentAccount(currentDestination), obstacle: null };
}
