import { type Hex, keccak256, stringToHex } from "viem";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { ownTransferCalldata } from "#lib/chain/permits/payout-authorization.ts";
import { countOutflows, raiseLimitAlarm, readAllowances, takeFrom } from "#lib/chain/relay/limits/outflow.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import type { NewTransaction } from "#lib/chain/relay/repository.ts";
import { queueTransactions } from "#lib/chain/relay/sending/queue-transaction.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { type Caip19, chainIdOf } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { partiesOf } from "#lib/domain/payments/payouts/parties.ts";
import { listPending, lockPending, type Payout, submitPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { selectExclusive } from "#lib/domain/payments/payouts/select-exclusive.ts";
import { readCollectionBlocks } from "#lib/domain/payments/transfers/repository.ts";

/**
 * Anyone who has seen an authorization can submit it, so it is valid for as long as the relay needs, and no longer. One that wasn't
 * mined by then reverts when it is simulated, and is signed again, with the same nonce, by the next attempt.
 */
const authorizedForSeconds = 600n;

/**
 * Queues the payouts' transfers with the relay, each once, all of them or none. Skips a payout that is no longer pending or
 * that another worker has locked; the relay skips a purpose that it already has. Where the token has EIP-3009, a payout is an
 * authorization by the treasury whose nonce is the payout's, so that the token refuses a second one whatever the database knows.
 *
 * The authorizations are signed first, without a database transaction, because a signer may be another host. A payout that was
 * changed meanwhile is skipped, and its authorization discarded. So is one beyond an outflow limit, or while an earlier authorization
 * lets another account receive it: it stays pending.
 * @throws Error when a payout can't be read or written, or the treasury's signer doesn't sign; then none is queued.
 */
export async function sendPayouts(paymentIds: readonly PaymentId[]): Promise<void> {
  const pending = await selectWithinLimits(await selectExclusive(await listPending(database, paymentIds)));
  const prepared = await prepareTransfers(pending);
  const transfers = await inTransaction(async (tx) => {
    const locked = (await lockPending(tx, paymentIds)).filter((one) => prepared.has(keyOf(one)));
    if (locked.length === 0) return [];
    const queued = locked.flatMap((one) => prepared.get(keyOf(one)) ?? []);
    await requireWithinLimits(tx, locked);
    await queueTransactions(tx, queued);
    await submitPayouts(tx, locked, clock.now());
    return queued;
  });
  for (const transfer of transfers) reachRelayFaultPoint(transfer, "queued");
}

/** All that an authorization says. */
function keyOf({ paymentId, attempt, asset, destination, treasury, amount }: Payout): string {
  return [paymentId, attempt, asset, destination, treasury, amount].join(" ");
}

function queueOf({ asset, treasury: wallet }: Payout): RelayQueue {
  return { chainId: chainIdOf(asset), wallet };
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
async function requireWithinLimits(tx: Tx, payouts: readonly Payout[]): Promise<void> {
  for (const [, ofQueue] of [...Map.groupBy(payouts, (one) => relayQueueKey(queueOf(one)))].toSorted()) {
    const [first] = ofQueue;
    if (first !== undefined && !(await countOutflows(tx, queueOf(first), ofQueue))) {
      throw new Error(`an outflow limit of ${first.treasury} is reached`);
    }
  }
}

async function prepareTransfers(payouts: readonly Payout[]): Promise<Map<string, NewTransaction>> {
  const ids = payouts.map(({ paymentId }) => paymentId);
  const collectedIn = await readCollectionBlocks(database, ids);
  const prepare = async (payout: Payout) => {
    const transfer = await transferOf(payout);
    // An equal transfer up to this block paid another payment, whatever the database knows about it.
    return [keyOf(payout), { ...transfer, sinceBlock: collectedIn.get(payout.paymentId) ?? null }] as const;
  };
  return new Map(await Promise.all(payouts.map(prepare)));
}

async function transferOf(payout: Payout): Promise<NewTransaction> {
  const { chainId, token: target } = partiesOf(payout);
  const { paymentId, attempt, treasury: wallet } = payout;
  const purpose = { kind: "payout", paymentId, attempt } as const;
  return { chainId, wallet, purpose, target, calldata: await calldataOf(payout) };
}

async function calldataOf(payout: Payout): Promise<Hex> {
  const { chainId, token, recipient: to } = partiesOf(payout);
  const { treasury: from, amount: value, paymentId } = payout;
  // A token that can't have EIP-3009 needs no node to be queued.
  if (findToken(payout.asset)?.method !== "eip3009") return transferCalldata(to, value);
  const usable = (await usableTokens(chainId)).find((one) => one.token.address === token);
  if (usable === undefined) throw new Error(`${payout.asset} can't be checked on its chain`);
  // The registry doesn't know the token's domain, so it takes no authorizations from us.
  if (usable.method !== "eip3009" || usable.domain === null) return transferCalldata(to, value);
  const validBefore = BigInt(toUnixSeconds(clock.now())) + authorizedForSeconds;
  const { domain } = usable;
  return ownTransferCalldata({ chainId, token, domain, from, to, value, validBefore, nonce: payoutNonce(paymentId) });
}

/** The nonce of a payout's authorization, the same for every attempt: a payment is paid out once. */
export function payoutNonce(paymentId: PaymentId): Hex {
  return keccak256(stringToHex(`till:payout:${paymentId}`));
}
