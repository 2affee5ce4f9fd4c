import { laneKey } from "#lib/chain/relay/relay-transaction.ts";
import { insertTransactions, type NewTransaction } from "#lib/chain/relay/repository.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";

/**
 * Puts calls on the work lists of their lanes in the caller's transaction; the lanes are woken after the commit. A purpose
 * that is on a list already is left as it is, so that who asks twice has nothing sent twice.
 */
export async function queueTransactions(tx: Tx, transactions: readonly NewTransaction[]): Promise<void> {
  const inserted = await insertTransactions(tx, transactions);
  const lanes = new Set(transactions.filter(({ purpose }) => inserted.has(purpose)).map(laneKey));
  for (const lane of lanes) tx.afterCommit(() => signals().announce("till_relay", lane));
}

/** The same for one. */
export async function queueTransaction(tx: Tx, transaction: NewTransaction): Promise<void> {
  await queueTransactions(tx, [transaction]);
}
