import type { TransactionReceipt } from "viem";
import type { AttributedTransaction, WalletTransaction } from "#lib/chain/relay/attribution.ts";
import { describePurpose, type RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { RelayKind } from "#lib/chain/relay/relay-kinds.ts";
import type {
  Execution,
  MinedTransaction,
  RelayFailure,
  RelayQueue,
  RelayTransaction,
  SentTransaction,
} from "#lib/chain/relay/relay-transaction.ts";
import type { NonceState } from "#lib/chain/used-nonce.ts";
import { runBatchWithFallback } from "#lib/core/run-batch-with-fallback.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/**
 * A final transaction, which may have reverted: the relay's own, or another one that did what its own was
 * for.
 */
export type EndedTransaction<Purpose = RelayPurpose> = { purpose: Purpose; execution: Execution };

type RelayStep = "broadcast" | "mined" | "reorged";

type Of<Purpose, Transaction> = Omit<Transaction, "purpose"> & { purpose: Purpose };

/**
 * The owner of what the transactions of a kind serve: records what follows from them, and answers what only
 * it can know. The functions that take a `Tx` run in the database transaction that records the same of the
 * relay, so both change or neither. The others may ask nodes and other services, so they never run inside a
 * database transaction.
 */
export type RelayOwner<Purpose extends RelayPurpose = RelayPurpose> = {
  /**
   * The transactions are final, successful or reverted. Called once for each, and again where a deep reorg
   * removed one that had paid nothing, and it has succeeded since. When one of several can't be recorded, all
   * are passed again one by one.
   */
  recordFinal(tx: Tx, ended: readonly EndedTransaction<Purpose>[]): Promise<void>;
  /**
   * Its cancellation is final, or the call was never signed because it would revert or is forbidden. Called
   * once.
   */
  recordFailed(tx: Tx, transaction: Of<Purpose, SentTransaction>, failure: RelayFailure): Promise<void>;
  /** Transactions were sent, mined, or lost their block to a reorg. */
  recordProgress(tx: Tx, transactions: readonly { purpose: Purpose }[], step: RelayStep): Promise<void>;
  /**
   * Returns why a call that would succeed must not be made any more, such as a buyer whom the screening
   * declines by now, right before a nonce is reserved; null when it may. @throws Error when that can't be
   * found out; the call then waits.
   */
  findProhibition(transaction: Of<Purpose, RelayTransaction>): Promise<string | null>;
  /**
   * Searches the chain for another transaction that did what this one is for, before this one is sent or gets
   * another nonce.
   * @param atLeast a final block that the search has to include.
   * @returns null when nothing is found, which proves nothing. @throws Error when the node fails or has not
   * reached the block.
   */
  findExecution(transaction: Of<Purpose, RelayTransaction>, atLeast: bigint): Promise<Execution | null>;
  /**
   * The same, before this one ends without success: null proves that there is none. @throws Error also while
   * that isn't proven.
   */
  decideExecution(transaction: Of<Purpose, RelayTransaction>, atLeast: bigint): Promise<Execution | null>;
  /**
   * Reads whether another transaction has used the nonce that a buyer signed; `unused` for calls without one.
   * Asks the node for less than a simulation does. @throws Error when the node fails.
   */
  readSignedNonce(
    transaction: Of<Purpose, RelayTransaction>,
    at: { head: bigint; finalBlock: bigint },
  ): Promise<NonceState>;
  /**
   * Tells whether a call that fails at a block may succeed later, because something it needs is pending or
   * was reorged out.
   * @throws Error when the node fails.
   */
  maySucceedLater(transaction: Of<Purpose, RelayTransaction>, failedAtBlock: bigint): Promise<boolean>;
};

/**
 * The owner of each kind. They record in this order, so that any two database transactions lock in the same
 * order.
 */
export type RelayOwners = { readonly [Kind in RelayKind]: RelayOwner<Extract<RelayPurpose, { kind: Kind }>> };

/**
 * All that the relay is given to work with: the owners, and the recovery of what it has not sent, or the
 * chain has lost.
 */
export type RelayRegistry = {
  owners: RelayOwners;
  /**
   * A reorg deeper than finality removed ended transactions from the chain. Called once for each removal, in
   * the database transaction that records it. What they paid stays paid in the database.
   */
  recordRemoved(tx: Tx, transactions: readonly SentTransaction[]): Promise<void>;
  /**
   * A removed transaction is final again. Called in the database transaction that records it.
   * @returns `missing` when it had paid something before, and has failed now; `revived` when it had not, and
   * has succeeded.
   */
  recordReturned(tx: Tx, mined: MinedTransaction): Promise<"restored" | "missing" | "revived">;
  /**
   * Finds out what a final transaction of a relayer wallet was that the database does not know, and records
   * it if it paid for something. @returns null when that can't be decided yet. @throws Error when the node
   * fails.
   */
  attribute(
    queue: RelayQueue,
    transaction: WalletTransaction,
    receipt: TransactionReceipt,
  ): Promise<Pick<AttributedTransaction, "attribution" | "paymentId" | "movementId" | "detail"> | null>;
};

/** Returns the owner of a transaction's kind. */
export function ownerOf({ owners }: RelayRegistry, { purpose }: { purpose: RelayPurpose }): RelayOwner {
  return owners[purpose.kind];
}

/** Has the owners record final transactions, each those of its kind. */
export function recordFinal(tx: Tx, registry: RelayRegistry, ended: readonly EndedTransaction[]): Promise<void> {
  return eachOwner(registry, ended, (owner, own) => owner.recordFinal(tx, own));
}

/**
 * Records how far transactions have come, in one database transaction with what their owners record of it.
 * One that can't be recorded is logged, seen again in the next round, and delays no other.
 * @param move records it of the relay, and returns the ids of those that it concerns by now.
 * @returns these.
 */
export async function recordProgress(
  registry: RelayRegistry,
  transactions: readonly SentTransaction[],
  step: RelayStep,
  move: (tx: Tx, ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>,
): Promise<SentTransaction[]> {
  const recorded: SentTransaction[] = [];
  if (transactions.length === 0) return recorded;
  const work = async (some: readonly SentTransaction[]) => {
    const moved = await inTransaction(async (tx) => {
      const ids = await move(
        tx,
        some.map(({ id }) => id),
      );
      const own = some.filter(({ id }) => ids.has(id));
      await eachOwner(registry, own, (owner, each) => owner.recordProgress(tx, each, step));
      return own;
    });
    recorded.push(...moved);
  };
  await runBatchWithFallback(transactions, work, ({ purpose }, error) => {
    const facts = { err: error, purpose: describePurpose(purpose), step };
    log().error(facts, "the progress of a transaction could not be recorded; it will be retried");
  });
  return recorded;
}

async function eachOwner<T extends { purpose: RelayPurpose }>(
  { owners }: RelayRegistry,
  items: readonly T[],
  record: (owner: RelayOwner, own: readonly T[]) => Promise<void>,
): Promise<void> {
  const byKind = Map.groupBy<string, T>(items, ({ purpose }) => purpose.kind);
  for (const [kind, owner] of Object.entries(owners)) {
    const own = byKind.get(kind);
    if (own !== undefined) await record(owner, own);
  }
}
