import type { UserId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const update = { name: "user-name", text: `UPDATE "user" SET name = $2 WHERE id = $1` };

/** Changes a user's display name. */
export async function changeName(userId: UserId, name: string): Promise<void> {
  await inTransaction((tx) => tx.rows(update, [userId, name]));
}
