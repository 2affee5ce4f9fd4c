import type { UserId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";

const lock = statement({ name: "user-lock", text: `SELECT FROM "user" WHERE id = $1 FOR NO KEY UPDATE` });

/**
 * Locks a user until the end of the transaction, so that records of theirs that are limited in number change
 * one at a time, and no session starts with what the transaction takes away.
 */
export async function lockUser(tx: Tx, userId: UserId): Promise<void> {
  await tx.rows(lock, [userId]);
}
