import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import { deleteMember, selectOwnersForUpdate, updateMemberRole } from "#lib/domain/partners/members/repository.ts";

type LockedMember = { id: UserId; role: Role; email: string };

/** The member who changes other members. */
export type Manager = { role: Role; scope: PartnerScope };

/**
 * Changes a member's role, from their next request on, and emails the owners.
 * @throws TillError `not_found` when the partner has no such member; `forbidden` when it takes an owner to do this, or
 * when no owner would be left.
 */
export async function changeRole(manager: Manager, id: string, role: Role): Promise<void> {
  await inTransaction(async (tx) => {
    const member = await lockMember(tx, manager, id, role);
    if (member.role === role) return;
    const { partnerId } = manager.scope;
    await emailAccessChange(tx, partnerId, { member: member.email, change: "role_changed", role });
    await updateMemberRole(tx, member.id, role);
  });
}

/**
 * Removes a member, signs them out everywhere, from their next request on, and emails the owners.
 * @throws TillError as {@link changeRole}.
 */
export async function removeMember(manager: Manager, id: string): Promise<void> {
  await inTransaction(async (tx) => {
    const member = await lockMember(tx, manager, id, null);
    await emailAccessChange(tx, manager.scope.partnerId, { member: member.email, change: "removed" });
    await deleteMember(tx, member.id);
  });
}

/** @throws TillError `forbidden` unless the role may add, change and remove owners. */
export function requireOwner(role: Role): void {
  if (isGranted(role, "owners:write")) return;
  throw new TillError("forbidden", { message: "Only an owner can add, change or remove owners." });
}

/** @param newRole the role that the member will have; null when they are removed. */
async function lockMember(tx: Tx, manager: Manager, id: string, newRole: Role | null): Promise<LockedMember> {
  const locked = isId("usr", id) ? await selectOwnersForUpdate(tx, manager.scope.partnerId, id) : [];
  const member = locked.find((row) => row.id === id);
  if (member === undefined) throw new TillError("not_found", { message: "This person is no longer a member." });
  if (member.role === "owner" || newRole === "owner") requireOwner(manager.role);
  const isLast = member.role === "owner" && locked.filter(({ role }) => role === "owner").length === 1;
  if (isLast && newRole !== "owner") {
    throw new TillError("forbidden", {
      message: "An account needs at least one owner. Make another member an owner first.",
    });
  }
  return member;
}
