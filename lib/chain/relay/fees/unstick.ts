import { gasCeiling, getChain, newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { estimateGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { type GasMarket, isPricedOut, raiseFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import {
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
  type Submission,
} from "#lib/chain/relay/relay-transaction.ts";
import { listByState } from "#lib/chain/relay/repository.ts";
import { persistSigned, signCall, signCancellation } from "#lib/chain/relay/sending/sign.ts";
import { listSubmissions, type NewSubmission } from "#lib/chain/relay/sending/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { log } from "#lib/log/log.ts";

const perPass = 200;
/** What could not be got into a block for so long at the most that may be paid is given up. */
const patienceMs = 15 * 60_000;
/** A transaction that does nothing costs little, and may pay more than the ceiling to get out of the others' way. */
const cancellationFactor = 4n;

/** How long a bid is given before it is raised: six blocks, and not so short that a slow node would cost money. */
export function stuckAfterMs(chainId: number): number {
  return Math.min(60_000, Math.max(5_000, 6 * getChain(chainId).blockTimeMs));
}

type Stuck = { transaction: RelayTransaction; bid: Submission; firstAgeMs: number };

/**
 * Raises the bids of a queue's transactions that don't get into blocks: of those that can't, because the base fee has
 * outgrown them, and of the one that is next, when it has waited too long. The raised form has the same nonce, so only
 * one of them can ever be mined, and is persisted before it may be sent. Never above the chain's ceiling.
 *
 * One whose call would revert by now, on the newest state and on state that is final, or that has waited at the ceiling for
 * too long, is replaced by a transaction that does nothing. That is no end yet: whichever of them is final decides.
 * @returns how many were raised or replaced; they are to be sent.
 */
export async function unstick(queue: RelayQueue): Promise<number> {
  const waiting = await listByState(database, queue, ["signed", "broadcast"], perPass);
  if (waiting.length === 0) return 0;
  const client = chainClient(queue.chainId);
  const [market, nextNonce, submissions] = await Promise.all([
    readMarket(queue.chainId),
    client.getTransactionCount({ address: queue.wallet, blockTag: "latest" }),
    listSubmissions(database, waiting),
  ]);
  const stuck = waiting.flatMap((transaction) => asStuck(transaction, submissions.get(transaction.id) ?? []));
  const replaced: { transaction: RelayTransaction; submission: NewSubmission }[] = [];
  for (const one of stuck.filter((each) => isStuck(queue, each, market, BigInt(nextNonce)))) {
    const submission = await replace(queue, one, market);
    if (submission !== null) replaced.push({ transaction: one.transaction, submission });
  }
  if (replaced.length === 0) return 0;
  log().info({ ...queue, count: replaced.length }, "transactions that don't get into blocks bid more");
  await persistSigned(
    queue,
    replaced.map(({ transaction }) => transaction),
    replaced.map(({ submission }) => submission),
  );
  return replaced.length;
}

function asStuck(transaction: RelayTransaction, submissions: readonly Submission[]): Stuck[] {
  const bid = submissions.at(-1);
  if (bid === undefined) return [];
  return [{ transaction, bid, firstAgeMs: Math.max(...submissions.map(({ ageMs }) => ageMs)) }];
}

function isStuck({ chainId }: RelayQueue, { transaction, bid }: Stuck, market: GasMarket, nextNonce: bigint): boolean {
  // Mined already as far as the node knows, and to be found by its receipt.
  if (transaction.nonce === null || transaction.nonce < nextNonce) return false;
  if (isPricedOut(bid, market)) return bid.ageMs > getChain(chainId).blockTimeMs;
  return transaction.nonce === nextNonce && bid.ageMs > stuckAfterMs(chainId);
}

async function replace(queue: RelayQueue, stuck: Stuck, market: GasMarket): Promise<NewSubmission | null> {
  const { transaction, bid, firstAgeMs } = stuck;
  const ceiling = gasCeiling(queue.chainId);
  const fees = raiseFees(bid, market, ceiling);
  const isOld = firstAgeMs > stuckAfterMs(queue.chainId);
  if (bid.isCancellation || (isOld && (await isHopeless(queue, stuck, fees === null)))) {
    const higher = raiseFees(bid, market, ceiling * cancellationFactor);
    return higher === null ? tooDear(queue, stuck) : signCancellation(transaction, await idleGas(queue), higher);
  }
  return fees === null ? tooDear(queue, stuck) : signCall(transaction, fees);
}

function tooDear(queue: RelayQueue, { transaction: { purpose, nonce }, bid }: Stuck): null {
  const facts = { ...queue, purpose: describePurpose(purpose), nonce, bid: bid.maxFeePerGas };
  raiseAlarm(
    "gas_price",
    `${relayQueueKey(queue)}:${nonce}`,
    facts,
    "a transaction waits at the most that may be paid for gas",
  );
  return null;
}

/** On state that is final as well: a node that lags behind, or a reorg, is no reason to give a payment up. */
async function isHopeless(
  { chainId }: RelayQueue,
  { transaction, firstAgeMs }: Stuck,
  isAtCeiling: boolean,
): Promise<boolean> {
  if (isAtCeiling && firstAgeMs > patienceMs) return true;
  const head = await chainClient(chainId).getBlockNumber();
  const settled = newestFinalBlock(chainId, head);
  if (settled < 0n || (transaction.sinceBlock ?? 0n) > settled) return false;
  if (typeof (await estimateGas(transaction, head)) === "bigint") return false;
  return typeof (await estimateGas(transaction, settled)) !== "bigint";
}

/** What a transfer of nothing to ourselves takes; more than 21,000 on chains that count their parent's gas into it. */
export async function idleGas({ chainId, wallet }: RelayQueue): Promise<bigint> {
  const call = { chainId, wallet, target: wallet, calldata: "0x", purpose: { kind: "noop" } } as const;
  const gas = await estimateGas(call);
  if (typeof gas !== "bigint") throw new Error(`${wallet} can't send itself nothing: ${gas.refusal}`);
  return gas > 21_000n ? (gas * 13n) / 10n : gas;
}
