import { formatPercentage } from "#lib/core/money.ts";
import { presentAccount, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentFiat, presentMoney, presentToken, type ShownMoney } from "#lib/dashboard/present/money.ts";
import {
  presentBuyer,
  presentPayment,
  presentTokenTransaction,
  type ShownBuyer,
  type ShownPayment,
} from "#lib/dashboard/present/payment.ts";
import { presentEvents, type ShownEvent } from "#lib/dashboard/present/payment-events.ts";
import type { PaymentDetail } from "#lib/domain/payments/detail/read-payment-detail.ts";
import type { SettlementStanding } from "#lib/domain/payments/detail/repository.ts";
import { paymentLink } from "#lib/domain/payments/gateway/payment-link.ts";
import { payoutStuckAfterMs } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";

/** How far the delivery to the merchant is. */
type ShownSettlement = {
  /** `none` for a payment that succeeded without a record of what it owes. */
  state: SettlementStanding["state"] | "none";
  amount: ShownMoney | null;
  destination: ShownOnChain | null;
  /** Why it failed. */
  failure: string | null;
  since: string | null;
  /** Under way for longer than it should take. */
  isStuck: boolean;
  transaction: ShownOnChain | null;
  /** Where settling now would send it; null when that can't be done, for the reason in `obstacle`. */
  settleTo: ShownOnChain | null;
  obstacle: "no_destination" | "has_moved" | null;
};

/** Everything about one payment. */
export type ShownPaymentDetail = ShownPayment & {
  expiresAt: string;
  updatedAt: string;
  refundedAt: string | null;
  /** The amount in fiat, where it was asked for in a token. */
  fiat: ShownMoney | null;
  fees: { total: ShownMoney; fixed: ShownMoney; percentage: string };
  /** In the token: what stays in the treasury, and what is the merchant's. */
  tokenFee: ShownMoney | null;
  net: ShownMoney | null;
  buyer: ShownBuyer | null;
  transaction: ShownOnChain | null;
  /** Null until it has succeeded. */
  settlement: ShownSettlement | null;
  events: ShownEvent[];
  link: string;
  checkout: { successUrl: string; errorUrl: string } | null;
  /** To copy: CAIP ids as the API has them. */
  ids: { asset: string | null; buyer: string | null };
};

export function presentPaymentDetail(detail: PaymentDetail): ShownPaymentDetail {
  const { payment, listed, now } = detail;
  const { token, fees, buyer, transaction, amount } = listed;
  const shown = presentPayment(listed, now);
  const isChosen = token !== null && buyer !== null;
  return {
    ...shown,
    expiresAt: listed.expiresAt.toISOString(),
    updatedAt: listed.updatedAt.toISOString(),
    refundedAt: payment.refundedAt?.toISOString() ?? null,
    fiat: amount.unit.kind === "fiat" ? null : presentFiat(listed.fiat.currency, listed.fiat.value),
    fees: {
      total: presentMoney({ unit: amount.unit, value: fees.total }),
      fixed: presentFiat(fees.currency, fees.fixed),
      percentage: formatPercentage(fees.partsPerMillion),
    },
    tokenFee: isChosen ? presentToken(token.asset, token.fee) : null,
    net: isChosen ? presentToken(token.asset, token.amount - token.fee) : null,
    buyer: buyer && presentBuyer(buyer),
    transaction: transaction && token && presentTokenTransaction(token.asset, transaction.hash),
    settlement: shown.status === "succeeded" ? presentSettlement(detail) : null,
    events: presentEvents(detail),
    link: paymentLink(listed.id),
    checkout: payment.checkout,
    ids: { asset: isChosen ? token.asset : null, buyer: buyer?.account ?? null },
  };
}

function presentSettlement({ listed, standing, now }: PaymentDetail): ShownSettlement {
  const { token, settlementTxHash, settledAt } = listed;
  const transaction =
    token && settlementTxHash !== null ? presentTokenTransaction(token.asset, settlementTxHash) : null;
  const nothing = { failure: null, isStuck: false, settleTo: null, obstacle: null };
  if (standing === null) {
    const state = transaction === null ? "none" : "final";
    const amount = token && presentToken(token.asset, token.amount - token.fee);
    return { ...nothing, state, amount, destination: null, since: settledAt?.toISOString() ?? null, transaction };
  }
  const { state, asset, amount, failure, since } = standing;
  return {
    ...{ ...nothing, state, failure, transaction, since: since.toISOString() },
    amount: presentToken(asset, amount),
    destination: standing.destination && presentAccount(standing.destination),
    isStuck: isStuck(standing, now),
    ...presentWay(standing),
  };
}

function isStuck({ state, since }: SettlementStanding, now: Date): boolean {
  const isUnderWay = state === "pending" || state === "submitted";
  return isUnderWay && now.getTime() - since.getTime() >= payoutStuckAfterMs;
}

function presentWay(standing: SettlementStanding): Pick<ShownSettlement, "settleTo" | "obstacle"> {
  const { state, hasMoved, currentDestination } = standing;
  if (state !== "held" && state !== "failed") return { settleTo: null, obstacle: null };
  if (hasMoved) return { settleTo: null, obstacle: "has_moved" };
  if (currentDestination === null) return { settleTo: null, obstacle: "no_destination" };
  return { settleTo: presentAccount(currentDestination), obstacle: null };
}
