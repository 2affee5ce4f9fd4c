import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";

/** Has the workers send pending payouts as soon as the transaction that opens one is committed. */
export function announcePending(tx: Tx): void {
  tx.afterCommit(() => signals().announce("till_payout", "pending"));
}
