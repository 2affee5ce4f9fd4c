import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { deleteMember, selectOwnersForUpdate, updateMemberRole } from "#lib/domain/partners/members/repository.ts";

/** The member who changes other members. */
export type Manager = { role: Role; scope: PartnerScope };

/**
 * Changes a member's role, from their next request on.
 * @throws TillError `not_found` when the partner has no such member; `forbidden` when it takes an owner to do this, or
 * when no owner would be left.
 */
export async function changeRole(manager: Manager, id: string, role: Role): Promise<void> {
  await inTransaction(async (tx) => updateMemberRole(tx, await lockMember(tx, manager, id, role), role));
}

/** Removes a member and signs them out everywhere, from their next request on. @throws TillError as {@link changeRole}. */
export async function removeMember(manager: Manager, id: string): Promise<void> {
  await inTransaction(async (tx) => deleteMember(tx, await lockMember(tx, manager, id, null)));
}

/** @throws TillError `forbidden` unless the role may add, change and remove owners. */
export function requireOwner(role: Role): void {
  if (isGranted(role, "owners:write")) return;
  throw new TillError("forbidden", { message: "Only an owner can add, change or remove owners." });
}

/** @param newRole the role that the member will have; null when they are removed. */
async function lockMember(tx: Tx, manager: Manager, id: string, newRole: Role | null): Promise<UserId> {
  const locked = isId("usr", id) ? await selectOwnersForUpdate(tx, manager.scope.partnerId, id) : [];
  const member = locked.find((row) => row.id === id);
  if (member === undefined) throw new TillError("not_found", { message: "This person is no longer a member." });
  if (member.role === "owner" || newRole === "owner") requireOwner(manager.role);
  const isLast = member.role === "owner" && locked.filter(({ role }) => role === "owner").length === 1;
  if (isLast && newRole !== "owner") {
    throw new TillError("forbidden", {
      message: "A company needs at least one owner. Make another member an owner first.",
    });
  }
  return member.id;
}
