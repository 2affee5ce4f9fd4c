import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { isGranted, type Role, roles } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { markInvitationsOfAuthorRevoked } from "#lib/domain/partners/invitations/repository.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import { type LeftAccess, listLeftAccess, markLeftAccess } from "#lib/domain/partners/members/left-access.ts";
import { lostAccess } from "#lib/domain/partners/members/lock-author.ts";
import { deleteMember, selectOwnersForUpdate, updateMemberRole } from "#lib/domain/partners/members/repository.ts";

type LockedMember = { id: UserId; role: Role; email: string };

/** The member who changes other members. */
export type Manager = { role: Role; scope: PartnerScope };

/** Grants of a member who lost access: the ones that ended with it, and the ones that a person has to revoke. */
export type Departure = { revokedInvitations: number; left: LeftAccess };

/**
 * Changes a member's role, from their next request on, and emails the owners. A lower role revokes the member's open invitations.
 * @returns what the member has set up under a higher role; null when the new role isn't lower.
 * @throws TillError `not_found` when the partner has no such member; `forbidden` when it takes an owner to do this, or
 * when no owner would be left.
 */
export async function changeRole(manager: Manager, id: string, role: Role): Promise<Departure | null> {
  return inTransaction(async (tx) => {
    const member = await lockMember(tx, manager, id, role);
    if (member.role === role) return null;
    const isLower = roles.indexOf(role) > roles.indexOf(member.role);
    const departure = isLower ? await endGrants(tx, manager.scope, member) : null;
    const change = { member: member.email, change: "role_changed", role, left: departure?.left } as const;
    await emailAccessChange(tx, manager.scope.partnerId, change);
    await updateMemberRole(tx, member.id, role);
    return departure;
  });
}

/**
 * Removes a member, signs them out everywhere, from their next request on, and emails the owners. Revokes the member's
 * open invitations.
 * @returns what the member leaves behind.
 * @throws TillError as {@link changeRole}.
 */
export async function removeMember(manager: Manager, id: string): Promise<Departure> {
  return inTransaction(async (tx) => {
    const member = await lockMember(tx, manager, id, null);
    const departure = await endGrants(tx, manager.scope, member);
    const change = { member: member.email, change: "removed", left: departure.left } as const;
    await emailAccessChange(tx, manager.scope.partnerId, change);
    await markLeftAccess(tx, member.id, member.email);
    await deleteMember(tx, member.id);
    return departure;
  });
}

/** Revokes a locked member's invitations, so that they can't return by one, and lists what a person has to look at. */
async function endGrants(tx: Tx, { partnerId }: PartnerScope, { id }: LockedMember): Promise<Departure> {
  const now = clock.now();
  const revokedInvitations = await markInvitationsOfAuthorRevoked(tx, id, now);
  return { revokedInvitations, left: await listLeftAccess(tx, partnerId, id, now) };
}

/** @throws TillError `forbidden` unless the role may add, change and remove owners. */
export function requireOwner(role: Role): void {
  if (isGranted(role, "owners:write")) return;
  throw new TillError("forbidden", { message: "Only an owner can add, change or remove owners." });
}

/** @param newRole the role that the member will have; null when they are removed. */
async function lockMember(tx: Tx, manager: Manager, id: string, newRole: Role | null): Promise<LockedMember> {
  const actor = currentActor();
  const own = actor?.kind === "user" ? actor.id : null;
  const ids = own === null ? [id] : [id, own];
  const locked = isId("usr", id) ? await selectOwnersForUpdate(tx, manager.scope.partnerId, ids) : [];
  // The manager may have been removed, or have got another role, since the request was authorized.
  if (own !== null && locked.length > 0 && !locked.some((row) => row.id === own && row.role === manager.role)) {
    throw lostAccess();
  }
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
