import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockOwnersAnd } from "#lib/domain/partners/members/repository.ts";

/** Who changes something about members, and for which partner. */
export type Manager = { role: Role; scope: PartnerScope };

/**
 * Takes hold of a member until the transaction ends, to make something else of them.
 * @param becomes what they will be; null when they go.
 * @throws TillError `not_found` when the partner has no such member; `forbidden` when that takes an owner, or the last
 * owner would go.
 */
export async function holdMember(tx: Tx, manager: Manager, id: string, becomes: Role | null): Promise<UserId> {
  const held = isId("usr", id) ? await lockOwnersAnd(tx, manager.scope.partnerId, id) : [];
  const member = held.find((row) => row.id === id);
  if (member === undefined) throw new TillError("not_found", { message: "This person does not work here any more." });
  if (member.role === "owner" || becomes === "owner") requireOwner(manager.role);
  const isLast = member.role === "owner" && held.filter(({ role }) => role === "owner").length === 1;
  if (isLast && becomes !== "owner") {
    throw new TillError("forbidden", { message: "The last owner stays. Make somebody else an owner first." });
  }
  return member.id;
}

/** Owners come and go by owners alone. @throws TillError `forbidden`. */
export function requireOwner(role: Role): void {
  if (!isGranted(role, "owners:write")) {
    throw new TillError("forbidden", { message: "Owners come and go by owners alone." });
  }
}
