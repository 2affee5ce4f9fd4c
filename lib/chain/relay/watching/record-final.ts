import { selectProven } from "#lib/chain/proven-blocks.ts";
import { gasCostOf } from "#lib/chain/relay/fees/fees.ts";
import { closeOutflows, type Taken } from "#lib/chain/relay/limits/outflow.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { type EndedTransaction, ownerOf, type RelayRegistry, recordFinal } from "#lib/chain/relay/relay-registry.ts";
import type { Execution, MinedTransaction, RelayQueue, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { endTransactions, readTransactions } from "#lib/chain/relay/repository.ts";
import { measureDeparture } from "#lib/chain/transfers.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";
import { metrics } from "#lib/log/metrics.ts";

/** Transactions recorded in one database transaction, and how many of those run at once. */
const perCommit = 16;
const concurrency = 4;

/**
 * Selects the transactions whose end is proven (see {@link selectProven}).
 * @param mined transactions whose receipts are in final blocks.
 */
export function selectFinal({ chainId }: RelayQueue, mined: readonly MinedTransaction[]): Promise<MinedTransaction[]> {
  return selectProven(chainId, mined, ({ receipt }) => receipt);
}

/** True for a call that reverted, or that was replaced by its cancellation. */
export function hasFailed({ isCancellation, receipt }: MinedTransaction): boolean {
  return isCancellation || receipt.status === "reverted";
}

/**
 * Records final transactions that succeeded. An outcome that can't be recorded is logged, retried in the next round, and delays
 * no other.
 */
export function recordSucceeded(succeeded: readonly MinedTransaction[], registry: RelayRegistry): Promise<void> {
  return recordInGroups(
    succeeded.map((mined) => ({ mined, other: null })),
    registry,
  );
}

/**
 * Records final transactions that failed. Another transaction may have done what they were for, so that is
 * decided first. One that can't be recorded or decided, as when the node fails, is logged, retried, and
 * delays no other.
 */
export async function recordFailed(failed: readonly MinedTransaction[], registry: RelayRegistry): Promise<void> {
  if (failed.length === 0) return;
  const transactions = await readTransactions(
    database,
    failed.map(({ transaction: { id } }) => id),
  );
  const outcomes = await Promise.all(
    failed.map(async (mined): Promise<Outcome[]> => {
      try {
        const transaction = transactions.get(mined.transaction.id);
        if (transaction === undefined) throw new Error("the transaction is not in the database");
        return [
          {
            mined,
            other: await ownerOf(registry, transaction).decideExecution(transaction, mined.receipt.blockNumber),
          },
        ];
      } catch (error) {
        reportUnrecorded({ mined }, error);
        return [];
      }
    }),
  );
  await recordInGroups(outcomes.flat(), registry);
}

/** `other` is another transaction that did what a failed one was for. */
type Outcome = { mined: MinedTransaction; other: Execution | null };

async function recordInGroups(outcomes: readonly Outcome[], registry: RelayRegistry): Promise<void> {
  const groups = Array.from({ length: Math.ceil(outcomes.length / perCommit) }, (_, index) =>
    outcomes.slice(index * perCommit, (index + 1) * perCommit),
  ).values();
  // The workers share one iterator, so each takes the next group when it is free.
  const work = async () => {
    for (const group of groups)
      await runBatchWithFallback(group, (some) => recordGroup(some, registry), reportUnrecorded);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function reportUnrecorded({ mined: { transaction } }: Pick<Outcome, "mined">, error: unknown): void {
  log().error(
    { err: error, purpose: describePurpose(transaction.purpose) },
    "a final transaction could not be recorded; it will be retried",
  );
}

async function recordGroup(group: readonly Outcome[], registry: RelayRegistry): Promise<void> {
  await inTransaction((tx) => recordOutcomes(tx, group, registry));
  for (const { mined } of group) {
    const { chainId, wallet } = mined.transaction;
    metrics().gasSpent.inc({ chain: String(chainId), wallet }, Number(gasCostOf(mined.receipt)));
  }
  for (const { mined } of group) reachRelayFaultPoint(mined.transaction, "final");
}

async function recordOutcomes(tx: Tx, outcomes: readonly Outcome[], registry: RelayRegistry): Promise<void> {
  const ends = outcomes.map(({ mined: { transaction, receipt, isCancellation } }) => {
    const { transactionHash: hash, blockHash } = receipt;
    const state = isCancellation ? ("cancelled" as const) : ("final" as const);
    return { id: transaction.id, state, gasCost: gasCostOf(receipt), hash, blockHash };
  });
  const ended = await endTransactions(tx, ends);
  const recorded = outcomes.filter(({ mined }) => ended.has(mined.transaction.id));
  const isCancelled = ({ mined, other }: Outcome) => mined.isCancellation && other === null;
  await recordFinal(tx, registry, recorded.filter((outcome) => !isCancelled(outcome)).map(endOf));
  for (const { mined } of recorded.filter(isCancelled)) {
    const failure = { reason: "the call could no longer succeed and was cancelled", isForbidden: false, unsent: null };
    await ownerOf(registry, mined.transaction).recordFailed(tx, mined.transaction, failure);
  }
  const [first] = recorded;
  if (first !== undefined) await closeOutflows(tx, first.mined.transaction, recorded.map(takenBy));
}

/**
 * A payout or a movement that succeeded without a transfer of its token, as a token that answers false makes
 * it, took nothing.
 */
function takenBy({ mined: { transaction, receipt, isCancellation }, other }: Outcome): Taken {
  const { id, target: token, wallet: from, value } = transaction;
  const isExecuted = receipt.status === "success" && !isCancellation;
  const hasMoved = other !== null || (isExecuted && measureDeparture(receipt.logs, { token, from }) !== null);
  return { transactionId: id, coin: gasCostOf(receipt) + (isExecuted ? value : 0n), hasMoved };
}

function endOf({ mined: { transaction, receipt }, other }: Outcome): EndedTransaction {
  return { purpose: transaction.purpose, execution: other ?? { receipt, nonce: nonceOf(transaction) } };
}

function nonceOf({ id, nonce }: SentTransaction): bigint {
  if (nonce === null) throw new Error(`relay transaction ${id} was mined without a nonce`);
  return nonce;
}
