import { currentActor } from "#lib/core/actor.ts";
import { TillError } from "#lib/core/errors.ts";
import type { UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";

const lockMember = statement<{ id: UserId; role: Role }>({
  name: "author-member",
  text: `SELECT id, role FROM "user" WHERE id = $1 FOR KEY SHARE`,
});

const lockCreatorOfKey = statement<{ id: UserId }>({
  name: "author-of-key",
  text: `SELECT u.id FROM api_key k JOIN "user" u ON u.id = k.created_by_id WHERE k.id = $1 FOR KEY SHARE OF u`,
});

/**
 * Locks the member who creates a record that outlasts their access, such as an invitation or a key. Call it
 * before the record is written. A removal or a change of role locks the member too, so it either comes first
 * and is seen here, or comes later and finds the record.
 * @returns the member's id; for an API key, that of the member who created the key. Null for the operator,
 * and when it isn't known.
 * @throws TillError `forbidden` when the member was removed or got another role after the request was authorized.
 */
export async function lockAuthor(tx: Tx): Promise<UserId | null> {
  const actor = currentActor();
  if (actor === null || actor.id === null) return null;
  if (actor.kind === "api_key") return (await tx.rows(lockCreatorOfKey, [actor.id]))[0]?.id ?? null;
  const [member] = await tx.rows(lockMember, [actor.id]);
  if (member === undefined || (actor.role !== undefined && actor.role !== member.role)) throw lostAccess();
  return member.id;
}

/** The error of a member whose role changed after their request was authorized. */
export function lostAccess(): TillError {
  return new TillError("forbidden", { message: "Your access changed a moment ago. Reload the page and try again." });
}
