import { relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { insertTransactions, type NewTransaction } from "#lib/chain/relay/repository.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";

/**
 * Puts calls on the work lists of their queues in the caller's transaction; the queues are woken after the commit. A purpose
 * that is on a list already is left as it is, so that who asks twice has nothing sent twice.
 */
export async function queueTransactions(tx: Tx, transactions: readonly NewTransaction[]): Promise<void> {
  const inserted = await insertTransactions(tx, transactions);
  const queues = new Set(inserted.map(relayQueueKey));
  for (const queue of queues) tx.afterCommit(() => signals().announce("till_relay", queue));
}

/** The same for one. */
export async function queueTransaction(tx: Tx, transaction: NewTransaction): Promise<void> {
  await queueTransactions(tx, [transaction]);
}
