import type { TransactionReceipt } from "viem";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent, applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import {
  countWastedAttempts,
  endOverpayment,
  lockRefund,
  setRefundState,
} from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";

/** Signed transactions of one refund that may fail at our expense before it ends: the first is free. */
const maxWasted = 2;

/** An option by which a merchant's wallet pays a refund. */
export type RefundOption = PaymentOption & { refundId: RefundId };

/** Tells the options of refunds from those of payments. */
export function isRefundOption(option: PaymentOption): option is RefundOption {
  return option.refundId !== null;
}

/** A router's event in a final receipt, which proves that a refund was paid. */
export type PaidRefund = { option: RefundOption; receipt: TransactionReceipt; logIndex: number };

/**
 * Records that a refund was paid: its transfers, its success, and the payment's once all of it is refunded. The payment's status
 * doesn't change.
 * @throws Error when the refund would exceed what was paid.
 */
export async function recordPaidRefund(tx: Tx, { option, receipt, logIndex }: PaidRefund): Promise<void> {
  const { paymentId, refundId, chainId, token, router, buyer: payer, recipient, amount } = option;
  const { transactionHash: txHash, blockNumber } = receipt;
  const now = clock.now();
  const payment = await lockPayment(tx, paymentId);
  const refund = await getLocked(tx, refundId);
  const common = { paymentId, refundId, chainId, token, txHash, logIndex, blockNumber, amount, now };
  await insertTransfers(tx, [
    { ...common, kind: "refund_collected", sender: payer, recipient: router },
    { ...common, kind: "refund", sender: router, recipient },
  ]);
  await succeed(tx, { payment, refund }, txHash, now);
}

type OfPayment = { refundId: RefundId; paymentId: PaymentId };

/**
 * Records that a refund was paid, without its transfers: those of held money are its payout's, whose row the
 * caller has locked, and a refund of a test payment has none.
 */
export async function recordRefundSuccess(
  tx: Tx,
  { paymentId, refundId }: OfPayment,
  txHash: string,
  now: Date,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  await succeed(tx, { payment, refund: await getLocked(tx, refundId) }, txHash, now);
}

/**
 * Records that an attempt to pay a refund of held money failed. Without another one to come, the refund has
 * failed. Call it with the payout's row locked.
 */
export async function recordHeldRefundFailure(
  tx: Tx,
  { paymentId, refundId }: OfPayment,
  { reason, isRetried }: { reason: string; isRetried: boolean },
  now: Date,
): Promise<void> {
  await lockPayment(tx, paymentId);
  await getLocked(tx, refundId);
  await setRefundState(tx, refundId, { state: isRetried ? "processing" : "failed", failure: reason }, now);
  await applyPaymentEvent(tx, paymentId, { type: "refund_failed", refundId, reason, isFinal: !isRetried }, now);
}

type Locked = { payment: Payment | null; refund: Refund };

async function succeed(tx: Tx, { payment, refund }: Locked, txHash: string, now: Date): Promise<void> {
  const { id: refundId, paymentId, asset, amount } = refund;
  await setRefundState(tx, refundId, { state: "succeeded", txHash }, now);
  if (payment?.hasDepositAddress) await endOverpayment(tx, refund, txHash, now);
  const refunded = (payment?.refunded ?? 0n) + amount;
  const event = { type: "refund_succeeded", refundId, txHash, asset, amount, refunded } as const;
  const isFull = refunded === payment?.result?.amount;
  await applyPaymentEvents(tx, [{ id: paymentId, events: isFull ? [event, { type: "refunded" }] : [event] }], now);
}

/**
 * Returns a refund whose transaction failed to the merchant, who may sign it again until it expires. One whose transactions have
 * failed on chain twice, for which we paid, has failed.
 */
export async function recordFailedRefund(tx: Tx, { refundId, paymentId }: OfPayment, reason: string): Promise<void> {
  const now = clock.now();
  await lockPayment(tx, paymentId);
  await getLocked(tx, refundId);
  const isFinal = (await countWastedAttempts(tx, refundId)) >= maxWasted;
  await setRefundState(tx, refundId, { state: isFinal ? "failed" : "requested", failure: reason }, now);
  await applyPaymentEvent(tx, paymentId, { type: "refund_failed", refundId, reason, isFinal }, now);
}

/** Records that the merchant's wallet has signed. @throws Error for a refund that isn't requested. */
export async function recordConfirmedRefund(
  tx: Tx,
  refund: Refund,
  { attemptId, account }: { attemptId: AttemptId; account: Refund["recipient"] },
  now: Date,
): Promise<void> {
  const { id: refundId, paymentId } = refund;
  await setRefundState(tx, refundId, { state: "processing" }, now);
  await applyPaymentEvent(tx, paymentId, { type: "refund_confirmed", refundId, attemptId, account }, now);
}

/** Call it with the payment's row locked, as everything that changes a refund does. */
async function getLocked(tx: Tx, refundId: RefundId): Promise<Refund> {
  const refund = await lockRefund(tx, refundId);
  if (refund === null) throw new Error(`there is no refund ${refundId}`);
  return refund;
}
