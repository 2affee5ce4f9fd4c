import { getChain } from "#lib/chain/chains.ts";
import { gasCostOf } from "#lib/chain/relay/fees/fees.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type {
  EndedTransaction,
  Execution,
  MinedTransaction,
  RelayListener,
  RelayQueue,
  RelayTransaction,
} from "#lib/chain/relay/relay-transaction.ts";
import { endTransactions } from "#lib/chain/relay/repository.ts";
import { readBlockHashes } from "#lib/chain/relay/watching/receipts.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/** Transactions recorded in one database transaction, and how many of those run at once. */
const perCommit = 16;
const concurrency = 4;

/**
 * Records the outcome of transactions whose receipts are in final blocks. A receipt counts only while its block is in the
 * chain, and the last block that makes it final exists: the node is asked for both after it gave the receipt, because a head
 * alone is only a number. An outcome that can't be recorded is logged, retried in the next round, and delays no other.
 */
export async function recordFinal(
  { chainId }: RelayQueue,
  mined: readonly MinedTransaction[],
  finalBlock: bigint,
  listener: RelayListener,
): Promise<void> {
  if (mined.length === 0) return;
  const { confirmations, finalityTag } = getChain(chainId);
  const lastOf = (block: bigint) => (finalityTag === null ? block + BigInt(confirmations) - 1n : finalBlock);
  const hashes = await readBlockHashes(
    chainId,
    mined.flatMap(({ receipt: { blockNumber } }) => [blockNumber, lastOf(blockNumber)]),
  );
  const proven = mined.filter(({ receipt: { blockNumber, blockHash } }) => {
    return hashes.get(blockNumber) === blockHash && hashes.has(lastOf(blockNumber));
  });
  const groups = Array.from({ length: Math.ceil(proven.length / perCommit) }, (_, index) =>
    proven.slice(index * perCommit, (index + 1) * perCommit),
  ).values();
  // The workers share one iterator, so each takes the next group when it is free.
  const work = async () => {
    for (const group of groups)
      await runBatchWithFallback(group, (some) => recordGroup(some, listener), reportUnrecorded);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function reportUnrecorded({ transaction: { purpose } }: MinedTransaction, error: unknown): void {
  log().error(
    { err: error, purpose: describePurpose(purpose) },
    "a final transaction could not be recorded; it will be retried",
  );
}

async function recordGroup(group: readonly MinedTransaction[], listener: RelayListener): Promise<void> {
  const outcomes = await Promise.all(
    group.map(async (mined) => ({ mined, other: await findOtherExecution(mined, listener) })),
  );
  await inTransaction((tx) => recordOutcomes(tx, outcomes, listener));
  for (const { transaction } of group) reachRelayFaultPoint(transaction, "final");
}

/** Another transaction may have done what a cancelled or reverted one was for, so the chain is searched first. */
async function findOtherExecution(mined: MinedTransaction, listener: RelayListener): Promise<Execution | null> {
  const hasFailed = mined.isCancellation || mined.receipt.status === "reverted";
  return hasFailed ? listener.findExecution(mined.transaction, mined.receipt.blockNumber) : null;
}

type Outcome = { mined: MinedTransaction; other: Execution | null };

async function recordOutcomes(tx: Tx, outcomes: readonly Outcome[], listener: RelayListener): Promise<void> {
  const ends = outcomes.map(({ mined: { transaction, receipt, isCancellation } }) => {
    const { transactionHash: hash, blockHash } = receipt;
    const state = isCancellation ? ("cancelled" as const) : ("final" as const);
    return { id: transaction.id, state, gasCost: gasCostOf(receipt), hash, blockHash };
  });
  const ended = await endTransactions(tx, ends);
  const recorded = outcomes.filter(({ mined }) => ended.has(mined.transaction.id));
  const isCancelled = ({ mined, other }: Outcome) => mined.isCancellation && other === null;
  const executed = recorded.filter((outcome) => !isCancelled(outcome));
  if (executed.length > 0) await listener.onFinal(tx, executed.map(endOf));
  for (const { transaction, outcome } of recorded.filter(isCancelled).map(endOf)) {
    const reason = "the call could no longer succeed and was cancelled";
    await listener.onCancelled(tx, transaction, { ...outcome, reason });
  }
}

function endOf({ mined: { transaction, receipt }, other }: Outcome): EndedTransaction {
  const gasCost = gasCostOf(receipt);
  return { transaction, outcome: { ...(other ?? { receipt, nonce: nonceOf(transaction) }), gasCost } };
}

function nonceOf({ id, nonce }: RelayTransaction): bigint {
  if (nonce === null) throw new Error(`relay transaction ${id} was mined without a nonce`);
  return nonce;
}
