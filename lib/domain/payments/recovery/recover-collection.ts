import { decodeFunctionData, type Hex, serializeSignature, type TransactionReceipt } from "viem";
import { findCustody } from "#lib/chain/custody.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment, type RouterTerms } from "#lib/chain/router/payment-router.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import { type Address, toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { newId, type OptionId, type PaymentId, type RefundId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { recordCollected, recordCollections } from "#lib/domain/payments/collection/record-collection.ts";
import {
  endWaiting,
  findConfirmedOptionId,
  findConfirmedRefundOptionId,
  findLiveAttempt,
  recoverAttempt,
} from "#lib/domain/payments/collection/repository.ts";
import { openRecord } from "#lib/domain/payments/collection/sealed-record.ts";
import { describeUse } from "#lib/domain/payments/ledger/transfers/repository.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/options/option.ts";
import { findOptionByCommitment, insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { recoveryActor } from "#lib/domain/payments/recovery/restore-held-refund.ts";
import { isRefundOption, type RefundOption, recordPaidRefund } from "#lib/domain/payments/refunds/record-refund.ts";
import { isClaim, type Refund } from "#lib/domain/payments/refunds/refund.ts";
import { listRefunds, lockRefund } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { allowRecovery } from "#lib/domain/payments/update-payment.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/** A router's call that the database does not know, and its receipt. */
export type UnknownCollection = {
  chainId: number;
  router: Address;
  input: Hex;
  nonce: bigint;
  receipt: TransactionReceipt;
};

/**
 * The result for a collection found on the chain. A lost one has no rows in the database; it is proven when the router's event
 * shows that the recipients were paid. Null while another attempt is under way.
 */
export type Recovered =
  | { kind: "recovered" | "known" | "duplicate"; paymentId: PaymentId; refundId: RefundId | null }
  | { kind: "lost"; detail: string; isProven: boolean }
  | null;

/**
 * Applies a collection that is final on the chain and unknown to the database: the payment succeeds, even if
 * it had expired or failed; so does a refund, even if it had been cancelled. One that is processing by the
 * same option ends at once: nothing that its attempt finds out later may decide otherwise. An option that the
 * database has lost is made again from the call and its sealed record.
 */
export async function recoverCollection(collection: UnknownCollection): Promise<Recovered> {
  const { chainId, router, input, receipt } = collection;
  const call = parseCall(input);
  if (call === null) return { kind: "lost", detail: "its call can't be read", isProven: false };
  const { payment, method, signature } = call;
  const terms: RouterTerms = { chainId, router, method };
  const collected = findCollectedLog(receipt.logs, terms, payment);
  if (collected === null) return { kind: "lost", detail: "the router's event is missing", isProven: false };
  return actAs(recoveryActor, () =>
    inTransaction(async (tx) => {
      const option =
        (await findOptionByCommitment(tx, terms, payment)) ?? (await restoreOption(tx, terms, call, input));
      if (option === null) return { kind: "lost" as const, detail: describeLost(payment, input), isProven: true };
      return isRefundOption(option)
        ? applyRefund(tx, option, signature, collection, collected.logIndex)
        : apply(tx, option, signature, collection, collected.logIndex);
    }),
  );
}

async function apply(
  tx: Tx,
  option: PaymentOption,
  signature: Hex,
  { nonce, receipt }: UnknownCollection,
  logIndex: number,
): Promise<Recovered> {
  const { id: optionId, paymentId } = option;
  const payment = await lockPayment(tx, paymentId);
  if (payment === null) return { kind: "lost", detail: `payment ${paymentId} is not in the database`, isProven: true };
  const liveOption = await findConfirmedOptionId(tx, paymentId);
  if (payment.storedStatus === "succeeded") {
    return {
      kind: payment.result?.txHash === receipt.transactionHash ? "known" : "duplicate",
      paymentId,
      refundId: null,
    };
  }
  if (payment.storedStatus === "processing" && liveOption !== optionId) return null;
  const used = await describeUse(tx, option.chainId, receipt.transactionHash);
  if (used !== null) return { kind: "lost", detail: describeUsed(payment.id, used), isProven: true };
  if (payment.storedStatus === "processing") {
    await endAttempt(tx, optionId, { nonce, receipt });
    return { kind: "recovered", paymentId, refundId: null };
  }
  const { storedStatus: from } = payment;
  const facts = { paymentId, from, txHash: receipt.transactionHash };
  const message = "a payment is paid on chain, but open or ended in the database";
  await recordAlarm(tx, "payment_recovered", paymentId, facts, message);
  const attemptId = await recoverAttempt(tx, {
    id: newId("att", clock.now()),
    paymentId,
    refundId: null,
    optionId,
    signature,
  });
  await allowRecovery(tx);
  const { chainId, token, buyer, amount, fee } = option;
  const buyerAccount = toCaip10({ chainId, address: buyer });
  const asset = toCaip19({ chainId, address: token });
  const { transactionHash: txHash } = receipt;
  const event = { type: "recovered", attemptId, buyerAccount, asset, amount, fee, txHash, txNonce: nonce } as const;
  await recordCollected(tx, [{ option, receipt, logIndex, event }]);
  return { kind: "recovered", paymentId, refundId: null };
}

async function applyRefund(
  tx: Tx,
  option: RefundOption,
  signature: Hex,
  { nonce, receipt }: UnknownCollection,
  logIndex: number,
): Promise<Recovered> {
  const { id: optionId, paymentId, refundId, amount } = option;
  const payment = await lockPayment(tx, paymentId);
  const refund = await lockRefund(tx, refundId);
  if (payment === null || refund === null) {
    return {
      kind: "lost",
      detail: `refund ${refundId} of payment ${paymentId} is not in the database`,
      isProven: true,
    };
  }
  const { storedState: from } = refund;
  if (from === "succeeded") {
    return { kind: refund.txHash === receipt.transactionHash ? "known" : "duplicate", paymentId, refundId };
  }
  if (from === "processing") {
    if ((await findConfirmedRefundOptionId(tx, refundId)) !== optionId) return null;
    await endAttempt(tx, optionId, { nonce, receipt });
    return { kind: "recovered", paymentId, refundId };
  }
  if (await exceedsPayment(tx, payment, refund, amount)) return { kind: "duplicate", paymentId, refundId };
  const facts = { paymentId, refundId, from, txHash: receipt.transactionHash };
  const message = "a refund is paid on chain, but open or ended in the database";
  await recordAlarm(tx, "refund_recovered", refundId, facts, message);
  await recoverAttempt(tx, { id: newId("att", clock.now()), paymentId, refundId, optionId, signature });
  await allowRecovery(tx);
  await recordPaidRefund(tx, { option, receipt, logIndex });
  return { kind: "recovered", paymentId, refundId };
}

/** Ends a live attempt by the transaction that the recovery found. */
async function endAttempt(tx: Tx, optionId: OptionId, execution: Execution): Promise<void> {
  const attemptId = await findLiveAttempt(tx, optionId);
  if (attemptId === null) throw new Error(`option ${optionId} has no live attempt`);
  await endWaiting(tx, attemptId);
  await recordCollections(tx, [{ purpose: { attemptId }, execution }]);
}

/** True when the amount of a refund that had ended was refunded another way meanwhile, so that the buyer has too much. */
async function exceedsPayment(tx: Tx, payment: Payment, refund: Refund, amount: bigint): Promise<boolean> {
  const others = (await listRefunds(tx, [payment.id])).filter(({ id, storedState }) => {
    return id !== refund.id && isClaim(storedState);
  });
  const claimed = others.reduce((sum, other) => sum + other.amount, 0n);
  return payment.refundedAt !== null || claimed + amount > (payment.result?.amount ?? 0n);
}

/** Says why a payment isn't recorded whose money an operator has used otherwise. */
function describeUsed(paymentId: PaymentId, used: string): string {
  return `${used}, so its money can't be owed to the merchant as well; ${paymentId} stays as it is. End its alarm, if it has one, with npm run recover -- --unpaid ${paymentId}`;
}

/** Says why a payment or refund that the chain shows paid is a duplicate, and the remedy. */
export function describeDuplicate({ refundId }: { refundId: RefundId | null }): string {
  return refundId === null
    ? "a payment that had succeeded was paid again: refund its buyer"
    : `refund ${refundId} was paid, but its payment had been refunded already: ask the buyer to return it`;
}

type RouterCall = { payment: RouterPayment; method: PaymentOption["method"]; signature: Hex };

function parseCall(input: Hex): RouterCall | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: paymentRouterAbi, data: input });
    const [payment] = args;
    if (functionName === "collectWithPermit2") return { payment, method: "permit2", signature: args[1] };
    if (args.length === 2) return { payment, method: "eip3009", signature: args[1] };
    const [, v, r, s] = args;
    return { payment, method: "eip3009", signature: serializeSignature({ r, s, yParity: v - 27 }) };
  } catch {
    return null;
  }
}

/** Makes a lost option again. Its id on the chain is derived from the ids in the record, so a wrong record doesn't fit. */
async function restoreOption(
  tx: Tx,
  terms: RouterTerms,
  { payment }: RouterCall,
  input: Hex,
): Promise<PaymentOption | null> {
  const record = openRecord(input);
  const found = record === null ? null : await lockPayment(tx, record.paymentId);
  if (record === null || found === null || found.merchantId !== record.merchantId) return null;
  const { refundId } = record;
  const refund = refundId === null ? null : await lockRefund(tx, refundId);
  if (refundId !== null && refund?.paymentId !== found.id) return null;
  const isHeld = refundId === null && (await isTreasury(tx, terms.chainId, payment.recipient));
  const option = toOption(terms, payment, { id: record.optionId, refundId, isHeld, of: found });
  if (option === null || routerPaymentOf(option).id !== payment.id) return null;
  await insertOptions(tx, [option]);
  return option;
}

/**
 * True for the treasury, and for each wallet of ours: the wallet that was the treasury then may not be the
 * one that is now. None is a merchant's destination.
 */
async function isTreasury(tx: Tx, chainId: number, recipient: Address): Promise<boolean> {
  if ((await findCustody(tx, chainId))?.treasury === recipient) return true;
  return (await listAllWallets(tx)).some(({ wallet }) => wallet === recipient);
}

function toOption(
  terms: RouterTerms,
  routed: RouterPayment,
  { id, refundId, isHeld, of: payment }: Pick<PaymentOption, "id" | "refundId" | "isHeld"> & { of: Payment },
): PaymentOption | null {
  const { chainId, router, method } = terms;
  const { payer: buyer, token, amount, fee, recipient, feeRecipient, submitter, validBefore } = routed;
  const domain = findToken(toCaip19({ chainId, address: token }))?.domains[0] ?? null;
  if (method === "eip3009" && domain === null) return null;
  const at = clock.now();
  return {
    id,
    paymentId: payment.id,
    refundId,
    account: toCaip10({ chainId, address: buyer }),
    chainId,
    token,
    buyer,
    amount,
    fee,
    method,
    domain: method === "eip3009" ? domain : null,
    router,
    submitter,
    recipient,
    isHeld,
    feeRecipient,
    nonce: commitmentOf(terms, routed),
    approvals: [],
    validBefore,
    expiresAt: at,
    createdAt: at,
  };
}

function describeLost({ payer, token, amount, recipient }: RouterPayment, input: Hex): string {
  const record = openRecord(input);
  const whose =
    record === null
      ? "it has no readable record"
      : `${record.refundId === null ? "" : `refund ${record.refundId} of `}payment ${record.paymentId} of ${record.merchantId}`;
  return `${amount} of ${token} from ${payer} to ${recipient}: ${whose}`;
}
