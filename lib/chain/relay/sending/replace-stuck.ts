import { gasCeiling, getChain, hasParentChainGas } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { estimateGas, estimateNoopGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { bumpFees, type GasMarket, isPricedOut, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { simulateAsSent } from "#lib/chain/relay/fees/simulate-as-sent.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import {
  type RelayQueue,
  type RelaySubmission,
  type RelayTransaction,
  relayQueueKey,
} from "#lib/chain/relay/relay-transaction.ts";
import { listByState, setGasLimit } from "#lib/chain/relay/repository.ts";
import { reportSignatures } from "#lib/chain/relay/sending/report-signatures.ts";
import { persistSigned, signCall, signCancellation } from "#lib/chain/relay/sending/sign.ts";
import { listRelaySubmissions, type NewSubmission } from "#lib/chain/relay/submissions.ts";
import { isStopped } from "#lib/chain/relay/wallets/wallet-decisions.ts";
import { database } from "#lib/db/pool.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const perPass = 200;
/** A transaction that has waited this long at the gas ceiling is cancelled. */
const cancelAfterMs = 15 * 60_000;
/** A cancellation uses little gas, and may pay more than the ceiling so that it doesn't block the nonces behind it. */
const cancellationFactor = 4n;

/** The wait before a submission's fees are bumped: six blocks, but at least 5 s, so that a slow node costs no money. */
export function replaceAfterMs(chainId: number): number {
  return Math.min(60_000, Math.max(5_000, 6 * getChain(chainId).blockTimeMs));
}

/** A transaction with its newest submission, and the age of its oldest. */
type Pending = { transaction: RelayTransaction; latest: RelaySubmission; ageMs: number };

/**
 * Replaces a queue's stuck transactions: those priced out by the base fee, and the next one in nonce order when it has waited
 * too long. The replacement has the same nonce and higher fees, up to the chain's ceiling, and is persisted before it may be
 * sent; only one of the submissions can ever be mined.
 *
 * A call that would revert, on the newest state and on final state, or that has waited at the ceiling for too long, is
 * replaced by a cancellation. The transaction ends only when one of its submissions is final.
 * @returns how many transactions have a new submission to be sent.
 */
export async function replaceStuck(queue: RelayQueue): Promise<number> {
  const waiting = await listByState(database, queue, ["signed", "broadcast"], perPass);
  if (waiting.length === 0) return 0;
  const client = chainClient(queue.chainId);
  const [market, nextNonce, submissions] = await Promise.all([
    readMarket(queue.chainId),
    client.getTransactionCount({ address: queue.wallet, blockTag: "latest" }),
    listRelaySubmissions(database, waiting),
  ]);
  const pending = waiting.flatMap((transaction) => asPending(transaction, submissions.get(transaction.id) ?? []));
  const stuck = pending.filter((each) => isStuck(queue, each, market, BigInt(nextNonce)));
  const ready = hasParentChainGas(queue.chainId)
    ? await Promise.all(stuck.map((each) => raiseGasLimit(each, market)))
    : stuck;
  const planned: Sign[] = [];
  for (const one of ready) planned.push(...(await planReplacement(queue, one, market)));
  if (planned.length === 0 || (await isStopped(database, queue))) return 0;
  const results = await Promise.allSettled(planned.map((sign) => sign()));
  await reportSignatures(queue, results);
  const replaced = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  if (replaced.length === 0) return 0;
  log().info({ ...queue, count: replaced.length }, "stuck transactions are replaced");
  return persistSigned(queue, replaced, ["signed", "broadcast"]);
}

function asPending(transaction: RelayTransaction, submissions: readonly RelaySubmission[]): Pending[] {
  const latest = submissions.at(-1);
  if (latest === undefined) return [];
  return [{ transaction, latest, ageMs: Math.max(...submissions.map(({ ageMs }) => ageMs)) }];
}

function isStuck(
  { chainId }: RelayQueue,
  { transaction, latest }: Pending,
  market: GasMarket,
  nextNonce: bigint,
): boolean {
  // Below the node's next nonce it is mined already, and the watch loop will find its receipt.
  if (transaction.nonce === null || transaction.nonce < nextNonce) return false;
  if (isPricedOut(latest, market)) return latest.ageMs > getChain(chainId).blockTimeMs;
  return transaction.nonce === nextNonce && latest.ageMs > replaceAfterMs(chainId);
}

/**
 * The parent chain may charge more than when the transaction was first signed: with too little gas for that, no node would
 * take it. The limit is never lowered, because the first form can still be mined.
 */
async function raiseGasLimit(pending: Pending, market: GasMarket): Promise<Pending> {
  const { transaction, latest } = pending;
  const { chainId } = transaction;
  if (latest.isCancellation || bumpFees(latest, market, gasCeiling(chainId)) === null) return pending;
  const simulated = await simulateAsSent(transaction, { gasPrice: null }).catch((error: unknown) => {
    log().warn({ err: error, chainId }, "a replacement keeps its gas limit, because the node didn't estimate another");
    return null;
  });
  if (simulated === null || !("gasLimit" in simulated)) return pending;
  const { gasLimit } = simulated;
  if (gasLimit <= (transaction.gasLimit ?? 0n)) return pending;
  await setGasLimit(database, transaction.id, gasLimit);
  return { ...pending, transaction: { ...transaction, gasLimit } };
}

type Sign = () => Promise<NewSubmission>;

/** Returns the signature to ask for; none when the transaction can't be replaced now. Asks only the node. */
async function planReplacement(queue: RelayQueue, pending: Pending, market: GasMarket): Promise<Sign[]> {
  const { transaction, latest, ageMs } = pending;
  const ceiling = gasCeiling(queue.chainId);
  const fees = bumpFees(latest, market, ceiling);
  const isOld = ageMs > replaceAfterMs(queue.chainId);
  if (latest.isCancellation || (isOld && (await isUnrecoverable(queue, pending, fees === null)))) {
    const higher = bumpFees(latest, market, ceiling * cancellationFactor);
    if (higher === null) return reportAtCeiling(queue, pending);
    const gas = await estimateNoopGas(queue);
    return [() => signCancellation(transaction, gas, higher)];
  }
  return fees === null ? reportAtCeiling(queue, pending) : [() => signCall(transaction, fees)];
}

function reportAtCeiling(queue: RelayQueue, { transaction: { purpose, nonce }, latest }: Pending): [] {
  const facts = { ...queue, purpose: describePurpose(purpose), nonce, maxFeePerGas: latest.maxFeePerGas };
  const subject = `${relayQueueKey(queue)}:${nonce}`;
  raiseAlarm("gas_price", subject, facts, "a transaction waits at the gas ceiling and can't be replaced");
  return [];
}

/** True when the call fails on final state too, because a lagging node or a reorg must not end a payment. */
async function isUnrecoverable(
  { chainId }: RelayQueue,
  { transaction, ageMs }: Pending,
  isAtCeiling: boolean,
): Promise<boolean> {
  if (isAtCeiling && ageMs > cancelAfterMs) return true;
  const head = await chainClient(chainId).getBlockNumber();
  const finalBlock = await newestFinalBlock(chainId, head);
  if (finalBlock < 0n || (transaction.sinceBlock ?? 0n) > finalBlock) return false;
  if (typeof (await estimateGas(transaction, { blockNumber: head })) === "bigint") return false;
  return typeof (await estimateGas(transaction, { blockNumber: finalBlock })) !== "bigint";
}
