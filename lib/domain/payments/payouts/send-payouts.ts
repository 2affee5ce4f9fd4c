import type { Hex } from "viem";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { findPayoutRefusal } from "#lib/chain/payout-refusal.ts";
import { ownTransferCalldata } from "#lib/chain/permits/payout-authorization.ts";
import { outflowLimits } from "#lib/chain/relay/limits/limits.ts";
import { openOutflows, raiseLimitAlarm, readAllowances, takeFrom } from "#lib/chain/relay/limits/outflow.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import type { NewTransaction, QueuedTransaction } from "#lib/chain/relay/repository.ts";
import { queueTransactions } from "#lib/chain/relay/sending/queue-transaction.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { partiesOf, queueOf } from "#lib/domain/payments/payouts/parties.ts";
import { reservePayoutGas, selectWithinBudgets, selectWorth } from "#lib/domain/payments/payouts/payout-gas.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/payout-nonce.ts";
import { failUnsent } from "#lib/domain/payments/payouts/record-payout.ts";
import { listPending, lockPending, type Payout, submitPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { selectExclusive } from "#lib/domain/payments/payouts/select-exclusive.ts";
import { readCollectionBlocks } from "#lib/domain/payments/transfers/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Anyone who has seen an authorization can submit it, so it is valid for as long as the relay needs, and no
 * longer. One that wasn't mined by then reverts when it is simulated, and is signed again, with the same
 * nonce, by the next attempt.
 */
const authorizedForSeconds = 600n;

/**
 * Queues the payouts' transfers with the relay, each once, all of them or none. Skips a payout that is no longer pending or
 * that another worker has locked; the relay skips a purpose that it already has. Where the token has EIP-3009, a payout is an
 * authorization by the treasury whose nonce is the payout's, so that the token refuses a second one whatever the database knows.
 *
 * The authorizations are signed first, without a database transaction, because a signer may be another host.
 * A payout that was changed meanwhile is skipped, and its authorization discarded. So is one beyond an
 * outflow limit, or while an earlier authorization lets another account receive it: it stays pending. So does
 * one that isn't worth its gas, or whose gas exceeds the partner's budget, marked with that. One that would
 * be refused doesn't take up a limit.
 * @throws Error when a payout can't be read or written, or the treasury's signer doesn't sign; then none is queued.
 */
export async function sendPayouts(paymentIds: readonly PaymentId[]): Promise<void> {
  const worth = await selectWorth(await selectExclusive(await listPending(database, paymentIds)));
  // Only those that could be sent now are simulated, because the others are looked at again every second.
  const sendable = await selectAccepted(await selectWithinBudgets(await selectWithinLimits(worth)));
  const prepared = await prepareTransfers(sendable);
  const transfers = await inTransaction(async (tx) => {
    const found = (await lockPending(tx, paymentIds)).filter((one) => prepared.has(keyOf(one)));
    const locked = await reservePayoutGas(tx, found);
    const queued = locked.flatMap((one) => prepared.get(keyOf(one)) ?? []);
    await requireWithinLimits(tx, locked, await queueTransactions(tx, queued));
    await submitPayouts(tx, locked, clock.now());
    return queued;
  });
  for (const transfer of transfers) reachRelayFaultPoint(transfer, "queued");
}

/** All that an authorization says. */
function keyOf({ paymentId, attempt, asset, destination, treasury, amount }: Payout): string {
  return [paymentId, attempt, asset, destination, treasury, amount].join(" ");
}

/** Leaves out what would exceed its wallet's limit of the day, so that it isn't signed either, and raises the alarm. */
async function selectWithinLimits(pending: readonly Payout[]): Promise<Payout[]> {
  const left = new Map<string, Map<Caip19, bigint>>();
  const within: Payout[] = [];
  for (const payout of pending) {
    const queue = queueOf(payout);
    const key = relayQueueKey(queue);
    const allowances = left.get(key) ?? (await readAllowances(database, queue));
    left.set(key, allowances);
    if (takeFrom(allowances, [payout])) within.push(payout);
    else raiseLimitAlarm(queue, `payout ${payout.paymentId}`, [payout]);
  }
  return within;
}

/** @throws Error when another worker has used the limit up meanwhile; the next pass leaves out what exceeds it. */
async function requireWithinLimits(
  tx: Tx,
  payouts: readonly Payout[],
  queued: readonly QueuedTransaction[],
): Promise<void> {
  const byPayment = new Map(payouts.map((payout) => [payout.paymentId, payout]));
  const outflows = queued.flatMap(({ id: transactionId, purpose, ...queue }) => {
    const payout = purpose.kind === "payout" ? byPayment.get(purpose.paymentId) : undefined;
    return payout === undefined ? [] : [{ queue, transactionId, asset: payout.asset, amount: payout.amount }];
  });
  for (const [, ofQueue] of [...Map.groupBy(outflows, ({ queue }) => relayQueueKey(queue))].toSorted()) {
    const [first] = ofQueue;
    if (first !== undefined && !(await openOutflows(tx, first.queue, ofQueue))) {
      throw new Error(`an outflow limit of ${first.queue.wallet} is reached`);
    }
  }
}

/**
 * Leaves out payouts of limited assets that the token would make to any account but theirs, and fails them:
 * while they were open, they would take up a limit that others share.
 */
async function selectAccepted(pending: readonly Payout[]): Promise<Payout[]> {
  const accepted = await Promise.all(
    pending.map(async (payout) => {
      if (!outflowLimits().has(payout.asset)) return true;
      const { chainId, token, recipient: to } = partiesOf(payout);
      const { treasury: from, amount, paymentId } = payout;
      const refusal = await findPayoutRefusal({ chainId, token, from, to, amount }).catch((error: unknown) => {
        log().warn({ err: error, paymentId }, "a payout is queued without being simulated first");
        return "none";
      });
      if (refusal === "destination")
        await inTransaction((tx) => failUnsent(tx, payout, "the token refuses to pay the account"));
      return refusal !== "destination";
    }),
  );
  return pending.filter((_, index) => accepted[index]);
}

async function prepareTransfers(payouts: readonly Payout[]): Promise<Map<string, NewTransaction>> {
  const ids = payouts.map(({ paymentId }) => paymentId);
  const collectedIn = await readCollectionBlocks(database, ids);
  const ends = new Map<number, Promise<bigint>>();
  const endOn = (chainId: number) => {
    const end = ends.get(chainId) ?? readAuthorizationEnd(chainId);
    ends.set(chainId, end);
    return end;
  };
  const prepare = async (payout: Payout) => {
    const transfer = await transferOf(payout, endOn);
    // An equal transfer up to this block paid another payment, whatever the database knows about it.
    return [keyOf(payout), { ...transfer, sinceBlock: collectedIn.get(payout.paymentId) ?? null }] as const;
  };
  return new Map(await Promise.all(payouts.map(prepare)));
}

/** By the chain's clock, which the token reads: a worker whose own is slow would sign what has expired already. */
async function readAuthorizationEnd(chainId: number): Promise<bigint> {
  return (await chainClient(chainId).getBlock()).timestamp + authorizedForSeconds;
}

type EndOn = (chainId: number) => Promise<bigint>;

async function transferOf(payout: Payout, endOn: EndOn): Promise<NewTransaction> {
  const { chainId, token: target } = partiesOf(payout);
  const { paymentId, attempt, treasury: wallet } = payout;
  const purpose = { kind: "payout", paymentId, attempt } as const;
  return { chainId, wallet, purpose, target, calldata: await calldataOf(payout, endOn) };
}

async function calldataOf(payout: Payout, endOn: EndOn): Promise<Hex> {
  const { chainId, token, recipient: to } = partiesOf(payout);
  const { treasury: from, amount: value, paymentId } = payout;
  // A token that can't have EIP-3009 needs no node to be queued.
  if (findToken(payout.asset)?.method !== "eip3009") return transferCalldata(to, value);
  const usable = (await usableTokens(chainId)).find((one) => one.token.address === token);
  if (usable === undefined) throw new Error(`${payout.asset} can't be checked on its chain`);
  // The registry doesn't know the token's domain, so it takes no authorizations from us.
  if (usable.method !== "eip3009" || usable.domain === null) return transferCalldata(to, value);
  const validBefore = await endOn(chainId);
  const { domain } = usable;
  return ownTransferCalldata({ chainId, token, domain, from, to, value, validBefore, nonce: payoutNonce(paymentId) });
}
