import type { TransactionReceipt } from "viem";
import type { EndedTransaction } from "#lib/chain/relay/relay-registry.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { type NewEvent, recordEvents } from "#lib/domain/events/record-events.ts";
import { applyPaymentEvent, applyPaymentEvents, timeAfter } from "#lib/domain/payments/apply-payment-event.ts";
import { endAttempts, findConfirmedOptionId } from "#lib/domain/payments/collection/repository.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/options/option.ts";
import { listOptionsOfAttempts } from "#lib/domain/payments/options/option-repository.ts";
import type { FailureCode, Payment } from "#lib/domain/payments/payment.ts";
import { type Forwarded, openPayout, recordForwarded } from "#lib/domain/payments/payouts/open-payout.ts";
import {
  isRefundOption,
  type PaidRefund,
  recordFailedRefund,
  recordPaidRefund,
} from "#lib/domain/payments/refunds/record-refund.ts";
import { findRefund } from "#lib/domain/payments/refunds/repository.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * Records the outcome of final collection transactions, in the caller's transaction. A payment succeeds when the receipt
 * holds the router's event with the option's commitment; it is settled by the same transaction, or its money is held by the
 * treasury. Otherwise it fails. A refund succeeds by the same proof, or returns to the merchant.
 */
export async function recordCollections(
  tx: Tx,
  ended: readonly EndedTransaction<{ attemptId: AttemptId }>[],
): Promise<void> {
  const options = await listOptionsOfAttempts(
    tx,
    ended.map(({ purpose }) => purpose.attemptId),
  );
  const collected: Collected[] = [];
  for (const { purpose, execution } of ended) {
    const { attemptId } = purpose;
    const { receipt, nonce: txNonce } = execution;
    const { transactionHash: txHash } = receipt;
    const option = options.get(attemptId);
    if (option === undefined) throw new Error(`there is no attempt ${attemptId}`);
    const found = receipt.status === "success" ? findCollectedLog(receipt.logs, option, routerPaymentOf(option)) : null;
    if (found === null) {
      await rejectCollection(tx, attemptId, option, `${txHash} ended without the transfer`);
    } else {
      const event = { type: "collected", attemptId, txHash, txNonce, amount: option.amount } as const;
      collected.push({ option, receipt, logIndex: found.logIndex, event });
    }
  }
  if (collected.length === 0) return;
  const attemptIds = collected.map(({ event }) => event.attemptId);
  const moved = await endAttempts(tx, attemptIds, "final");
  const isNew = ({ event }: Collected) => moved.has(event.attemptId);
  for (const one of collected.filter((each) => !isNew(each))) await requireKnown(tx, one);
  const recorded = collected.filter(isNew);
  await recordCollected(
    tx,
    recorded.filter(({ option }) => !isRefundOption(option)),
  );
  for (const paid of recorded.flatMap(asPaidRefund)) await recordPaidRefund(tx, paid);
}

function asPaidRefund({ option, receipt, logIndex }: Collected): PaidRefund[] {
  return isRefundOption(option) ? [{ option, receipt, logIndex }] : [];
}

/**
 * Raises an alarm when an attempt that was given up has been collected after all, against what the chain had
 * proven. One of the two is a node's error, so an operator decides, with `npm run recover -- --paid`.
 */
async function requireKnown(tx: Tx, { option, event: { txHash } }: Collected): Promise<void> {
  const { id, paymentId, refundId, chainId } = option;
  const isKnown =
    refundId === null
      ? (await findConfirmedOptionId(tx, paymentId)) === id
      : (await findRefund(tx, refundId))?.txHash === txHash;
  if (isKnown) return;
  const what = refundId === null ? "payment" : "refund";
  const message = `a ${what} that Till had marked as failed is paid on chain: check the transaction, then run npm run recover -- --paid ${chainId}:${txHash}`;
  const facts = { paymentId, refundId, chainId, txHash };
  await recordAlarm(tx, "payment_lost", refundId ?? paymentId, facts, message);
}

/** A router's event in a final receipt, and the event that it is for its payment. */
export type Collected = {
  option: PaymentOption;
  receipt: TransactionReceipt;
  logIndex: number;
  event: Extract<PaymentEvent, { type: "collected" | "recovered" }>;
};

/**
 * Records what routers' events prove: the transfers, the payments' success by these events, and their payouts, which the
 * routers have made already unless the treasury holds the money.
 */
export async function recordCollected(tx: Tx, collected: readonly Collected[]): Promise<void> {
  const now = clock.now();
  await insertTransfers(
    tx,
    collected.flatMap((one) => transfersOf(one, now)),
  );
  const changes = collected.map(({ option: { paymentId, isHeld }, event }) => {
    const settled = { type: "settled", txHash: event.txHash } as const;
    return { id: paymentId, events: isHeld ? [event] : [event, settled] };
  });
  const payments = new Map((await applyPaymentEvents(tx, changes, now)).map((payment) => [payment.id, payment]));
  const forwarded: Forwarded[] = [];
  const held: NewEvent[] = [];
  for (const { option } of collected) {
    const { paymentId, chainId, token, router, recipient, isHeld, amount, fee } = option;
    const payment = payments.get(paymentId);
    if (payment === undefined) throw new Error(`payment ${paymentId} was not updated`);
    const debt = { asset: toCaip19({ chainId, address: token }), amount: amount - fee, fee };
    if (isHeld) {
      if (await openPayout(tx, payment, { ...debt, treasury: recipient }, now)) held.push(...heldEventsOf(payment));
    } else {
      const destination = toCaip10({ chainId, address: recipient });
      forwarded.push({ payment, debt: { ...debt, treasury: router }, destination });
    }
  }
  if (forwarded.length > 0) await recordForwarded(tx, forwarded, now);
  await recordEvents(tx, held, timeAfter(payments.values(), clock.now()));
}

/** The event of a payment whose money is held as it succeeds. @param payment as it was before. */
function heldEventsOf({ id: paymentId, partnerId, merchantId, version }: Payment): NewEvent[] {
  return [{ type: "payout.held", partnerId, merchantId, about: { paymentId, version: version + 1 } }];
}

/** The transfers that one event of the router proves: from the buyer, and to each recipient of an amount. */
function transfersOf({ option, receipt, logIndex }: Collected, now: Date): NewTransfer[] {
  const { paymentId, chainId, token, router, buyer, recipient, feeRecipient, isHeld, amount, fee } = option;
  const { transactionHash: txHash, blockNumber } = receipt;
  const common = { paymentId, refundId: null, chainId, token, txHash, logIndex, blockNumber, now };
  const forwarded = isHeld ? "held" : "settlement";
  return [
    { ...common, kind: "collection", sender: buyer, recipient: router, amount },
    { ...common, kind: forwarded, sender: router, recipient, amount: amount - fee },
    ...(fee > 0n ? [{ ...common, kind: "fee" as const, sender: router, recipient: feeRecipient, amount: fee }] : []),
  ];
}

/**
 * Rejects the attempt and fails the payment of a collection that failed or can't be sent, unless it has ended already. A refund
 * fails on its own: its payment stays succeeded.
 * @param failureCode what the payment's status shows as the cause; null for none.
 */
export async function rejectCollection(
  tx: Tx,
  attemptId: AttemptId,
  option: Pick<PaymentOption, "paymentId" | "refundId">,
  reason: string,
  failureCode: FailureCode | null = null,
): Promise<void> {
  if ((await endAttempts(tx, [attemptId], "rejected", reason)).size === 0) return;
  const { paymentId, refundId } = option;
  log().warn({ attemptId, paymentId, refundId, reason }, "a collection failed");
  if (refundId !== null) return recordFailedRefund(tx, { refundId, paymentId }, reason);
  const cause = failureCode === null ? {} : { failureCode };
  await applyPaymentEvent(tx, paymentId, { type: "collection_failed", attemptId, reason, ...cause }, clock.now());
}
