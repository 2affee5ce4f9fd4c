import { relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { insertTransactions, type NewTransaction, type QueuedTransaction } from "#lib/chain/relay/repository.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";

/**
 * Queues calls in the caller's database transaction, and wakes their relay queues after its commit. A purpose that is queued
 * already is skipped, so queueing twice sends once.
 * @returns those that were added.
 */
export async function queueTransactions(tx: Tx, transactions: readonly NewTransaction[]): Promise<QueuedTransaction[]> {
  const inserted = await insertTransactions(tx, transactions);
  const queues = new Set(inserted.map(relayQueueKey));
  for (const queue of queues) tx.afterCommit(() => signals().announce("till_relay", queue));
  return inserted;
}

/** Queues one call, as {@link queueTransactions} does. */
export async function queueTransaction(tx: Tx, transaction: NewTransaction): Promise<void> {
  await queueTransactions(tx, [transaction]);
}
