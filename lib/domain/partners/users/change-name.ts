import type { UserId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { writeName } from "#lib/domain/partners/users/repository.ts";

/** Changes what a user is called. */
export async function changeName(userId: UserId, name: string): Promise<void> {
  await inTransaction((tx) => writeName(tx, userId, name));
}
