import { type Caip19, chainIdOf } from "#lib/core/caip.ts";
import { formatUnit } from "#lib/core/money.ts";
import { presentAccount, type ShownOnChain } from "#lib/dashboard/present/chain.ts";
import { presentMoney, presentToken, type ShownMoney } from "#lib/dashboard/present/money.ts";
import { presentTokenTransaction } from "#lib/dashboard/present/payment.ts";
import type { PaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import { type RefundMode, type RefundState, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import {
  findRefundPayer,
  inOwnUnit,
  leftToRefund,
  type RequestObstacle,
} from "#lib/domain/payments/refunds/refundable.ts";
import type { RefundAuthor } from "#lib/domain/payments/refunds/repository.ts";
import type { TransferFacts } from "#lib/domain/payments/refunds/transfer-facts.ts";

/** A refund of a payment. */
export type ShownRefund = {
  id: string;
  mode: RefundMode;
  /** Paid by the treasury, from held money; has no link. */
  isFromTreasury: boolean;
  state: RefundState;
  amount: ShownMoney;
  createdAt: string;
  /** The person or key that requested or marked it; null for the service itself. */
  author: RefundAuthor | null;
  /** When the link expires; null without one. */
  expiresAt: string | null;
  transaction: ShownOnChain | null;
  /** Why the last transaction failed. */
  failure: string | null;
};

/** The rest of a payment that can be refunded. */
export type ShownRefundable = {
  /** In the token that was paid, and in the payment's own unit. */
  left: ShownMoney;
  leftInUnit: ShownMoney;
  /** The payment's own unit and the token's, as the API writes them. */
  unit: string;
  tokenUnit: string;
  /** Prevents a request: neither the merchant's wallet nor the treasury can pay. A mark is always possible. */
  obstacle: RequestObstacle | null;
  /** The refund that the treasury pays if one is requested; null when the merchant's wallet pays, or neither can. */
  fromTreasury: { amount: ShownMoney; to: ShownOnChain } | null;
  /** For a payment that was paid by transfers: the chain, and the account that the buyer has named; null for other payments. */
  toAccount: { chainId: number; named: ShownOnChain | null } | null;
};

/** Presents a payment's refunds, oldest first. */
export function presentRefunds({ refunds, refundAuthors, now }: PaymentDetail): ShownRefund[] {
  return refunds.map((refund) => ({
    id: refund.id,
    mode: refund.mode,
    isFromTreasury: refund.isFromTreasury,
    state: refundStateAt(refund, now),
    amount: presentToken(refund.asset, refund.amount),
    createdAt: refund.createdAt.toISOString(),
    author: refundAuthors.get(refund.id) ?? null,
    expiresAt: refund.expiresAt?.toISOString() ?? null,
    transaction: refund.txHash === null ? null : presentTokenTransaction(refund.asset, refund.txHash),
    failure: refund.failure,
  }));
}

/** Presents what is left to refund; null for a payment of which nothing can be refunded. */
export function presentRefundable({ payment, standing, refunds, transfer }: PaymentDetail): ShownRefundable | null {
  const { storedStatus, result, refundedAt, amount: asked, buyer } = payment;
  if (storedStatus !== "succeeded" || result === null || refundedAt !== null) return null;
  const left = leftToRefund(result.amount, refunds);
  if (left === 0n) return null;
  const found = findRefundPayer(payment, standing, left);
  const isHeld = found.payer === "treasury" && standing !== null && buyer !== null;
  return {
    left: presentToken(result.asset, left),
    leftInUnit: presentMoney(inOwnUnit(left, { asked, price: transfer?.price ?? result.amount })),
    unit: formatUnit(asked.unit),
    tokenUnit: formatUnit({ kind: "token", asset: result.asset }),
    obstacle: found.payer === null ? found.obstacle : null,
    fromTreasury: isHeld
      ? { amount: presentToken(result.asset, standing.amount), to: presentAccount(buyer.account) }
      : null,
    toAccount: buyer === null && transfer !== null ? presentAccountOf(result.asset, transfer) : null,
  };
}

function presentAccountOf(asset: Caip19, { refundAccount }: TransferFacts): ShownRefundable["toAccount"] {
  return { chainId: chainIdOf(asset), named: refundAccount && presentAccount(refundAccount) };
}
