import { presentAction } from "#lib/api/presenters/gateway.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentRefundExpiry, presentTokenAmount } from "#lib/api/presenters/payment-refund.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import type { CreatedRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import type { OfferedRefund } from "#lib/domain/payments/refund-requests/offer-refund-options.ts";
import { isRefundFinal, type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import type { RefundRequestView } from "#lib/domain/payments/refunds/refund-request.ts";

const pollInMs = 1_000;

/** A new refund, with the link for the merchant's wallet if it was requested. */
export function presentCreatedRefund({ refund, url }: CreatedRefund) {
  const { expiresAt, ...shown } = presentRefund(refund);
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  return { ...shown, ...(url === null ? {} : { url }), ...expiry };
}

/** A refund as events show it: without the link, which is shown only once. */
export function presentRefund(refund: Refund) {
  const { id: refundId, paymentId, asset, amount, storedState: status } = refund;
  return {
    paymentId,
    refundId,
    ...presentLive(refund),
    amount: presentTokenAmount(asset, amount),
    status,
    ...presentRefundExpiry(refund),
  };
}

/** The response to a cancellation of a requested refund, also to a repeated one. */
export function presentCancelledRefund(refund: Refund) {
  const { id: refundId, paymentId, storedState: status } = refund;
  return { refundId, paymentId, ...presentLive(refund), status };
}

/** The status of a requested refund, for its signing page. */
export function presentRefundStatus(refund: Refund, now: Date) {
  const status = refundStateAt(refund, now);
  const isFinal = isRefundFinal(status);
  const outcome = { txId: refund.txHash, failure: refund.failure };
  return { ...presentLive(refund), status, isFinal, pollInMs: isFinal ? null : pollInMs, ...outcome };
}

/** A requested refund, for its signing page. */
export function presentRefundRequest({ refund, payment, merchant, payers }: RefundRequestView, now: Date) {
  return {
    ...presentRefundStatus(refund, now),
    refundId: refund.id,
    amount: presentTokenAmount(refund.asset, refund.amount),
    expiresAt: toUnixSeconds(refund.expiresAt ?? refund.createdAt),
    referenceId: payment.referenceId,
    merchant,
    recipientCaip10: refund.recipient,
    payersCaip10: [...payers],
  };
}

/** The options of a requested refund. */
export function presentRefundOptions(offered: readonly OfferedRefund[]) {
  return {
    options: offered.map(({ option, balance, etaSeconds }) => ({
      id: option.id,
      account: option.account,
      amount: presentTokenAmount(toCaip19({ chainId: option.chainId, address: option.token }), option.amount),
      balance: balance.toString(),
      etaS: etaSeconds,
      expiresAt: toUnixSeconds(option.expiresAt),
      actions: walletActions(option).map(presentAction),
    })),
  };
}
