import { getChain } from "#lib/chain/chains.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { simulateAsSent } from "#lib/chain/relay/fees/simulate-as-sent.ts";
import { closeOutflows } from "#lib/chain/relay/limits/outflow.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { ownerOf, type RelayRegistry, recordFinal } from "#lib/chain/relay/relay-registry.ts";
import type { Execution, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { delayTransaction, moveTransactions } from "#lib/chain/relay/repository.ts";
import { usedNonceReason } from "#lib/chain/used-nonce.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/** Even on chains with slow blocks, a call that succeeds again is retried this soon. */
const longestPauseMs = 5_000;

/** Why a simulation failed, and the gas price that it was run with; null without one. */
export type FailedSimulation = { reason: string; gasPrice: bigint | null };

/**
 * Handles a queued call whose simulation failed. The node may lag behind, or may have lost a block that the call needs, so
 * the failure counts only when
 * - it has lasted to finality, counted from the block at which the call was seen to succeed and from the head at which its
 *   simulation first failed;
 * - a second simulation fails at a named block, for which a lagging node has no answer;
 * - nothing that the call needs is still to come, as its owner knows.
 *
 * Until then the transaction is delayed. Then it is refused, or final if the chain shows that another transaction did what
 * it is for.
 * @throws Error when the node fails, or while neither is proven; then nothing is changed.
 */
export async function handleSimulationFailure(
  transaction: RelayTransaction,
  { reason, gasPrice }: FailedSimulation,
  head: bigint,
  registry: RelayRegistry,
): Promise<void> {
  const failure = { reason, atBlock: transaction.simulationFailedAtBlock ?? head };
  const finalBlock = await newestFinalBlock(transaction.chainId, head);
  const since = { firstAt: failure.atBlock, gasPrice, finalBlock };
  const isLasting = await isLastingFailure(transaction, since, head, registry);
  if (!isLasting) {
    await delayTransaction(database, transaction.id, pauseMs(transaction), failure);
    return;
  }
  const execution = await ownerOf(registry, transaction).decideExecution(transaction, finalBlock);
  const purpose = describePurpose(transaction.purpose);
  log().warn({ purpose, reason, executedBy: execution?.receipt.transactionHash }, "a call is refused");
  await endUnsent(transaction, { reason, isForbidden: false }, execution, registry);
}

/** A used nonce is read again this late, or at finality if that is sooner: until then only a reorg could change it. */
const longestNoncePauseMs = 20_000;

/**
 * Handles a queued collection whose signed nonce another transaction has used. It is refused once that is final, or final if
 * that transaction was the router's own execution of the payment. Until then it is delayed.
 * @param finalBlock a final block at which the nonce is used; null while there is none.
 * @throws Error when the node fails, or while neither is proven; then nothing is changed.
 */
export async function handleUsedNonce(
  transaction: RelayTransaction,
  finalBlock: bigint | null,
  registry: RelayRegistry,
): Promise<void> {
  const { id, chainId } = transaction;
  const { confirmations, blockTimeMs } = getChain(chainId);
  if (finalBlock === null) {
    await delayTransaction(database, id, Math.min(longestNoncePauseMs, confirmations * blockTimeMs), null);
    return;
  }
  const execution = await ownerOf(registry, transaction).decideExecution(transaction, finalBlock);
  await endUnsent(transaction, { reason: usedNonceReason, isForbidden: false }, execution, registry);
}

async function isLastingFailure(
  transaction: RelayTransaction,
  { firstAt, gasPrice, finalBlock }: { firstAt: bigint; gasPrice: bigint | null; finalBlock: bigint },
  head: bigint,
  registry: RelayRegistry,
): Promise<boolean> {
  // The first failure is only recorded; the second simulation comes with the next try.
  if (transaction.simulationFailedAtBlock === null) return false;
  const since = [transaction.sinceBlock ?? 0n, firstAt].reduce((a, b) => (a > b ? a : b));
  if (since > finalBlock) return false;
  if ("gasLimit" in (await simulateAsSent(transaction, { gasPrice, blockNumber: head }))) return false;
  return !(await ownerOf(registry, transaction).maySucceedLater(transaction, head));
}

function pauseMs({ chainId }: RelayTransaction): number {
  return Math.min(longestPauseMs, Math.max(500, getChain(chainId).blockTimeMs));
}

/** Ends a queued transaction that is not sent: as refused, or as final by another transaction that did what it is for. */
export async function endUnsent(
  transaction: RelayTransaction,
  refusal: { reason: string; isForbidden: boolean },
  execution: Execution | null,
  registry: RelayRegistry,
): Promise<void> {
  await inTransaction(async (tx) => {
    if ((await moveTransactions(tx, [transaction.id], ["queued"], "refused")).size === 0) return;
    if (execution !== null) await recordFinal(tx, registry, [{ purpose: transaction.purpose, execution }]);
    else
      await ownerOf(registry, transaction).recordFailed(tx, transaction, { ...refusal, unsent: transaction.calldata });
    await closeOutflows(tx, transaction, [{ transactionId: transaction.id, coin: 0n, hasMoved: execution !== null }]);
  });
}
