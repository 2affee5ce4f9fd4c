import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentPaymentRefund } from "#lib/api/presenters/payment-refund.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { CancelledPayment } from "#lib/domain/payments/cancel-payment.ts";
import type { ShownDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import {
  isFinal,
  type NewPayment,
  type Payment,
  type PaymentLabels,
  type PaymentOrder,
  type PaymentResult,
  type PaymentStatus,
  pollInMs,
} from "#lib/domain/payments/payment.ts";
import { paymentLink } from "#lib/domain/payments/payment-link.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import type { ReadStatus } from "#lib/domain/payments/status/await-status-change.ts";

/** The status fields that every response about a payment shares. */
function presentProgress(status: PaymentStatus) {
  return { status, isFinal: isFinal(status), pollInMs: pollInMs(status) };
}

/** Transaction and amount of a payment that succeeded; null otherwise. */
export function presentResult(result: PaymentResult | null) {
  if (result === null) return null;
  const { asset, amount, txHash } = result;
  return { optionAmount: presentAmount({ unit: { kind: "token", asset }, value: amount }), txId: txHash };
}

/** The time until which a payment's last transfer may arrive; absent for one that takes none. */
export function presentDepositUntil({ depositUntil }: Pick<NewPayment, "depositUntil">) {
  return depositUntil === null ? {} : { depositUntil: toUnixSeconds(depositUntil) };
}

/** The amounts at a payment's deposit address; absent while none was given. */
export function presentDeposit(shown: ShownDeposit | null) {
  return shown === null ? {} : { deposit: presentShown(shown) };
}

/** A deposit address and what has arrived there. */
export function presentShown({ address: deposit, arrived }: ShownDeposit) {
  const { chainId, token, address, payableUntil } = deposit;
  const unit = { kind: "token", asset: toCaip19({ chainId, address: token }) } as const;
  const inToken = (value: AtomicAmount) => presentAmount({ unit, value });
  return {
    address,
    uri: `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${arrived.missing > 0n ? arrived.missing : deposit.amount}`,
    amount: inToken(deposit.amount),
    received: inToken(arrived.received),
    pending: inToken(arrived.pending),
    missing: inToken(arrived.missing),
    payableUntil: toUnixSeconds(payableUntil),
  };
}

/** The response to a status request. */
export function presentStatus({ snapshot, status }: ReadStatus, deposit: ShownDeposit | null) {
  const failure = status === "failed" ? { failureCode: snapshot.failureCode } : {};
  return {
    ...presentLive(snapshot),
    ...presentProgress(status),
    ...failure,
    info: presentResult(snapshot.result),
    ...presentDeposit(deposit),
  };
}

/** The response to a confirm: the status without failureCode. */
export function presentConfirmation({ snapshot, status }: ReadStatus) {
  return { ...presentLive(snapshot), ...presentProgress(status), info: presentResult(snapshot.result) };
}

/** A new payment. */
export function presentCreated({ id, partnerId, expiresAt, depositUntil, referenceId }: NewPayment) {
  return {
    paymentId: id,
    ...presentLive({ partnerId }),
    ...presentProgress("requires_action"),
    expiresAt: toUnixSeconds(expiresAt),
    ...presentDepositUntil({ depositUntil }),
    gatewayUrl: paymentLink(id),
    referenceId,
  };
}

/** The response to a cancellation, also to a repeated one. */
export function presentCancelled({ paymentId, partnerId, at, reason }: CancelledPayment) {
  const cancellation = { cancelledAt: at.toISOString(), cancelledReason: reason };
  return { paymentId, ...presentLive({ partnerId }), status: "cancelled" as const, ...cancellation };
}

/** The partner's labels of a payment. */
export function presentLabels({ referenceId }: PaymentLabels) {
  return { referenceId };
}

/** The order of a payment: absent parts are left out. */
export function presentOrder({ description, lineItems }: PaymentOrder) {
  const items = lineItems.map(({ name, quantity, total }) => ({ name, quantity, total: total.toString() }));
  return { ...(description === null ? {} : { description }), ...(items.length === 0 ? {} : { lineItems: items }) };
}

/** Payment details as the merchant sees them. */
export function presentDetails(
  payment: Payment,
  status: PaymentStatus,
  { refunds, deposit }: { refunds: readonly Refund[]; deposit: ShownDeposit | null },
  now: Date,
) {
  const { failureCode, result, settlement } = payment;
  const successful = settlement && { amount: { unit: `caip19/${settlement.asset}` }, txId: settlement.txHash };
  return {
    ...presentLive(payment),
    ...presentLabels(payment),
    ...presentOrder(payment),
    status,
    ...(status === "failed" ? { failureCode } : {}),
    ...presentDepositUntil(payment),
    ...presentDeposit(deposit),
    info: presentResult(result),
    settlement: successful && { successful },
    ...presentPaymentRefund({ ...payment, paid: result, refunds }, now),
  };
}
