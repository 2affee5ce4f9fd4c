import type { UserId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const updateName = statement({ name: "user-name", text: `UPDATE "user" SET name = $2 WHERE id = $1` });
const updateTimeZone = statement({ name: "user-time-zone", text: `UPDATE "user" SET time_zone = $2 WHERE id = $1` });

/** Changes a user's display name. */
export async function changeName(userId: UserId, name: string): Promise<void> {
  await inTransaction((tx) => tx.rows(updateName, [userId, name]));
}

/**
 * Changes the time zone in which the dashboard shows times to a user.
 * @param timeZone is an IANA name; null for UTC.
 */
export async function changeTimeZone(userId: UserId, timeZone: string | null): Promise<void> {
  await inTransaction((tx) => tx.rows(updateTimeZone, [userId, timeZone]));
}
