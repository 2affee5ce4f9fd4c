import { laneKey } from "#lib/chain/relay/relay-transaction.ts";
import { insertTransaction, type NewTransaction } from "#lib/chain/relay/repository.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";

/**
 * Puts a call on a lane's work list in the caller's transaction; the lane is woken after the commit. A purpose that
 * is on the list already is left as it is, so that a repeated job sends nothing twice.
 */
export async function queueTransaction(tx: Tx, transaction: NewTransaction): Promise<void> {
  if (!(await insertTransaction(tx, transaction))) return;
  tx.afterCommit(() => signals().announce("till_relay", laneKey(transaction)));
}
