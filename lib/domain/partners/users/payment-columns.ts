import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const select = statement<{ columns: string[] | null }>({
  name: "user-payment-columns",
  text: `SELECT payment_columns AS columns FROM "user" WHERE id = $1`,
});
const update = statement({
  name: "user-payment-columns-update",
  text: `UPDATE "user" SET payment_columns = $2::text[] WHERE id = $1`,
});

/** Finds the optional columns that a member chose for the payments table; null for the default ones. */
export async function findPaymentColumns(userId: UserId): Promise<string[] | null> {
  return (await database.rows(select, [userId]))[0]?.columns ?? null;
}

/** Changes the optional columns of the payments table for a member; null resets them to the default. */
export async function changePaymentColumns(userId: UserId, columns: readonly string[] | null): Promise<void> {
  await inTransaction((tx) => tx.rows(update, [userId, columns]));
}
