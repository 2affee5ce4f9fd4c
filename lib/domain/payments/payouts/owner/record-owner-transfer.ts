import { type Hex, isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem";
import { type AgreedTransaction, readAgreedTransaction } from "#lib/chain/agreed-transaction.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { listPayoutCalls } from "#lib/chain/relay/repository.ts";
import { currentActor } from "#lib/core/actor.ts";
import { type Address, type Caip10, type Caip19, chainIdOf, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import { formatAmount } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { insertHeldRefund, isHeldUnclaimed } from "#lib/domain/payments/payouts/held/return-held-money.ts";
import {
  insertOwnerTransfer,
  isOwnTransaction,
  listClaimedLogs,
  listCollectedAfter,
} from "#lib/domain/payments/payouts/owner/repository.ts";
import {
  endPayouts,
  lockPayouts,
  openHeld,
  type Payout,
  submitPayouts,
} from "#lib/domain/payments/payouts/repository.ts";
import { recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";

/** The operator's statement that a transaction of a treasury's owner has paid held payouts. */
export type OwnerPayment = {
  /** The payments whose payouts it paid, or the merchant of whom it paid all that a treasury holds in one token. */
  of: readonly PaymentId[] | MerchantId;
  hash: Hex;
  /** Null for the chain that the payouts are on. */
  chainId: number | null;
  reason: string;
};

/** The payouts that a transaction's log has paid. */
export type OwnerPaymentPlan = {
  paymentIds: PaymentId[];
  asset: Caip19;
  /** In smallest units of `asset`. */
  amount: bigint;
  treasury: Address;
  recipient: Address;
  /** True when the buyer of the only payment was paid back, so that it is refunded instead of settled. */
  isRefund: boolean;
  hash: Hex;
  logIndex: number;
  shownBy: string;
};

/**
 * Returns the payouts that a transaction has paid, without recording it.
 * @throws Error with the reason, for the operator, when it can't be recorded.
 */
export async function planOwnerPayment(payment: OwnerPayment): Promise<OwnerPaymentPlan> {
  const read = await readTransaction(payment);
  return inTransaction(async (tx) => (await match(tx, payment, read)).plan);
}

/**
 * Records that a treasury's owner has paid held payouts by a final transaction, whose log has to be exactly
 * their sum: to the merchant's destination, or for one payment to its buyer. All of it is one database
 * transaction: the payouts end as those that Till sends, with their events, books and an entry in the
 * operator's audit log. A log that anything else explains is refused.
 * @throws Error with the reason, for the operator; then nothing is changed.
 */
export async function recordOwnerPayment(payment: OwnerPayment): Promise<OwnerPaymentPlan> {
  const read = await readTransaction(payment);
  return inTransaction(async (tx) => {
    const matched = await match(tx, payment, read);
    await record(tx, matched, read.receipt.blockNumber, payment.reason);
    return matched.plan;
  });
}

type Read = AgreedTransaction & { chainId: number };

async function readTransaction({ of, hash, chainId }: OwnerPayment): Promise<Read> {
  const found = await inTransaction((tx) => lockPayouts(tx, of));
  const chainIds = [...new Set(found.map(({ asset }) => chainIdOf(asset)))];
  const [only = null] = chainIds;
  if (only === null) throw new Error(`${nameOf(of)}: nothing is held that could have been paid.`);
  if (chainId === null && chainIds.length > 1) {
    throw new Error(`${nameOf(of)}: the money is on several chains. Name the transaction's chain with --chain.`);
  }
  const on = chainId ?? only;
  const agreed = await readAgreedTransaction(on, hash);
  if (agreed.receipt.status !== "success") throw new Error(`${hash} has reverted, so it paid nothing.`);
  if (await isOwnTransaction(database, on, hash)) {
    throw new Error(`${hash} is a transaction of Till itself, which records it without you.`);
  }
  return { ...agreed, chainId: on };
}

type Matched = {
  plan: OwnerPaymentPlan;
  payouts: Payout[];
  destination: Caip10;
  chainId: number;
  token: Address;
};

async function match(tx: Tx, { of, hash }: OwnerPayment, { receipt, chainId, shownBy }: Read): Promise<Matched> {
  const payouts = await lockHeld(tx, of, chainId, receipt.blockNumber);
  const groups = [...Map.groupBy(payouts, ({ asset, treasury }) => `${asset} ${treasury}`).values()];
  if (typeof of !== "string" && groups.length > 1) {
    throw new Error("The payments are in different tokens or treasuries, so no single transfer can have paid them.");
  }
  const claimed = await listClaimedLogs(tx, chainId, hash);
  const problems: string[] = [];
  for (const group of groups) {
    const [first] = group;
    const token = parseCaip19(first?.asset ?? "")?.address;
    if (first === undefined || token === undefined) continue;
    const { asset, treasury } = first;
    const amount = group.reduce((sum, payout) => sum + payout.amount, 0n);
    const recipients = await listRecipients(tx, group);
    const sent = listSent(receipt, token, treasury).filter(({ logIndex }) => !claimed.includes(logIndex));
    for (const { account, isRefund } of recipients) {
      const recipient = parseCaip10(account)?.address;
      const log = sent.find((each) => {
        return each.amount === amount && recipient !== undefined && isAddressEqual(each.recipient, recipient);
      });
      if (log === undefined || recipient === undefined) continue;
      const { logIndex } = log;
      const plan = { paymentIds: idsOf(group), asset, amount, treasury, recipient, isRefund, hash, logIndex, shownBy };
      return { plan, payouts: group, destination: account, chainId, token };
    }
    problems.push(describeMismatch({ asset, treasury, amount, count: group.length }, recipients, sent));
  }
  throw new Error([`${hash} doesn't pay what is held.`, ...problems].join("\n"));
}

/**
 * Locks the payouts, which have to be held since before the transfer, and never signed for: an authorization
 * of Till could pay one of them as well. Of a merchant, what was collected after the transfer is left out.
 */
async function lockHeld(tx: Tx, of: OwnerPayment["of"], chainId: number, blockNumber: bigint): Promise<Payout[]> {
  const found = await lockPayouts(tx, of);
  if (typeof of !== "string") requireAllHeld(of, found, chainId);
  const onChain = found.filter(({ asset }) => chainIdOf(asset) === chainId);
  const later = await listCollectedAfter(tx, idsOf(onChain), blockNumber);
  const held = onChain.filter(({ paymentId }) => !later.includes(paymentId));
  if (typeof of !== "string" && later.length > 0) {
    throw new Error(`${later.join(", ")}: the money was collected after that was sent.`);
  }
  if (held.length === 0) throw new Error(`${of}: nothing was held on chain ${chainId} when that was sent.`);
  const signed = new Set((await listPayoutCalls(tx, idsOf(held))).map(({ paymentId }) => paymentId));
  if (signed.size === 0) return held;
  const ids = [...signed].join(", ");
  throw new Error(`${ids}: Till has signed a transfer before, which could pay it as well. Pay it out with Till.`);
}

/** @throws Error, for the operator, when one of the named payments isn't held on the chain. */
function requireAllHeld(ids: readonly PaymentId[], found: readonly Payout[], chainId: number): void {
  const problems = ids.flatMap((id) => {
    const payout = found.find(({ paymentId }) => paymentId === id);
    if (payout === undefined) return [`no money was collected for ${id}`];
    if (chainIdOf(payout.asset) !== chainId) return [`the money of ${id} is on another chain`];
    if (payout.state === "held") return [];
    return [`${id} is ${payout.state === "final" ? "paid already" : payout.state}`];
  });
  if (problems.length === 0) return;
  throw new Error(`Only payouts that are held can be recorded as paid by their owner: ${problems.join(", ")}.`);
}

type Recipient = { account: Caip10; isRefund: boolean };

/** The accounts that one transfer may have paid: the destination of all the merchants, or the buyer of a single payment. */
async function listRecipients(tx: Tx, group: readonly Payout[]): Promise<Recipient[]> {
  const merchants = new Map(group.map(({ merchantId, asset }) => [merchantId, asset]));
  const destinations = await Promise.all([...merchants].map(([id, asset]) => findDestination(tx, id, asset)));
  const [account = null] = destinations;
  const recipients: Recipient[] = [];
  if (account !== null && destinations.every((each) => each === account)) recipients.push({ account, isRefund: false });
  const [only] = group;
  if (only === undefined || group.length > 1) return recipients;
  const payment = await lockPayment(tx, only.paymentId);
  if (payment?.buyer != null && (await isHeldUnclaimed(tx, payment, only))) {
    recipients.push({ account: payment.buyer.account, isRefund: true });
  }
  return recipients;
}

type Sent = { logIndex: number; recipient: Address; amount: bigint };

function listSent({ logs }: TransactionReceipt, token: Address, treasury: Address): Sent[] {
  return parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs })
    .filter(({ address, args }) => isAddressEqual(address, token) && isAddressEqual(args.from, treasury))
    .map(({ logIndex, args }) => ({ logIndex, recipient: args.to, amount: args.value }));
}

function describeMismatch(
  of: { asset: Caip19; treasury: Address; amount: bigint; count: number },
  recipients: readonly Recipient[],
  sent: readonly Sent[],
): string {
  const { asset, treasury, amount, count } = of;
  const to = recipients.map(
    ({ account, isRefund }) => `${account.split(":").at(-1)} (${isRefund ? "the buyer" : "the merchant"})`,
  );
  const hasDestination = recipients.some(({ isRefund }) => !isRefund);
  if (!hasDestination) to.push("the merchant, who has no destination for it yet");
  const held = `${formatAmount(asset, amount)} of ${count === 1 ? "one payment" : `${count} payments`} in ${treasury}`;
  const moved = sent.map((each) => `${formatAmount(asset, each.amount)} to ${each.recipient}`).join(", ");
  const did = moved === "" ? "sent nothing from there that isn't recorded" : `sent ${moved}`;
  return `${held} can go to ${to.join(" or ")}. The transaction ${did}.`;
}

async function record(tx: Tx, matched: Matched, blockNumber: bigint, reason: string): Promise<void> {
  const { plan, payouts, destination, chainId, token } = matched;
  const { paymentIds, amount, treasury: sender, recipient, hash: txHash, logIndex, isRefund } = plan;
  const now = clock.now();
  const madeBy = currentActor()?.name ?? "service";
  const log = { chainId, txHash, logIndex, token, sender, recipient };
  await insertOwnerTransfer(tx, { ...log, amount, payouts: payouts.length, reason, madeBy });
  const refundId = isRefund ? await openRefund(tx, payouts, madeBy, now) : null;
  if (refundId === null) await openHeld(tx, paymentIds, destination, now);
  await submitPayouts(tx, payouts, now);
  const kind = refundId === null ? ("settlement" as const) : ("refund" as const);
  await insertTransfers(
    tx,
    payouts.map((payout, part) => {
      return { ...log, paymentId: payout.paymentId, refundId, kind, part, blockNumber, amount: payout.amount, now };
    }),
  );
  await endPayouts(tx, paymentIds, "final", now);
  if (refundId !== null) {
    for (const paymentId of paymentIds) await recordRefundSuccess(tx, { paymentId, refundId }, txHash, now);
    return;
  }
  const events = payouts.map(({ paymentId: id, attempt }) => {
    return {
      id,
      events: [{ type: "settlement_ordered", attempt, destination } as const, { type: "settled", txHash } as const],
    };
  });
  await applyPaymentEvents(tx, events, now);
}

async function openRefund(tx: Tx, [payout]: readonly Payout[], author: string, now: Date) {
  const payment = payout === undefined ? null : await lockPayment(tx, payout.paymentId);
  if (payout === undefined || payment === null) throw new Error("the refunded payment is not in the database");
  return (await insertHeldRefund(tx, payment, payout, { createdBy: `operator:${author}`, now })).id;
}

function nameOf(of: OwnerPayment["of"]): string {
  return typeof of === "string" ? of : of.join(", ");
}

function idsOf(payouts: readonly Payout[]): PaymentId[] {
  return payouts.map(({ paymentId }) => paymentId);
}
