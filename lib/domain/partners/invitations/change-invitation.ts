import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type InvitationId, isId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { invitationExpiry, sendInvitation } from "#lib/domain/partners/invitations/invite-member.ts";
import {
  markInvitationRevoked,
  renewInvitation,
  selectInvitationForUpdate,
} from "#lib/domain/partners/invitations/repository.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import { type Manager, requireOwner } from "#lib/domain/partners/members/manage-members.ts";

/**
 * Extends an invitation by seven days and sends a new link; the previous link stops working.
 * @param sendsEmail as for inviteMember.
 * @throws TillError `not_found` when the partner has no such open invitation; `forbidden` when it takes an owner to do
 * this; `rate_limited` when the partner has sent as many invitation emails today as it may, or five to this recipient.
 */
export async function resendInvitation(
  manager: Manager,
  id: string,
  sendsEmail = isEmailConfigured(),
): Promise<InvitationId> {
  return inTransaction(async (tx) => {
    await lockAuthor(tx);
    const locked = await lockInvitation(tx, manager, id);
    const emails = sendsEmail ? 1 : 0;
    await renewInvitation(tx, locked, { now: clock.now(), expiresAt: invitationExpiry(), emails });
    if (sendsEmail) await sendInvitation(tx, manager.scope, locked);
    return locked;
  });
}

/** Revokes an invitation; its link stops working immediately. @throws TillError as {@link resendInvitation}. */
export async function revokeInvitation(manager: Manager, id: string): Promise<void> {
  await inTransaction(async (tx) => markInvitationRevoked(tx, await lockInvitation(tx, manager, id), clock.now()));
}

async function lockInvitation(tx: Tx, { scope, role: own }: Manager, id: string): Promise<InvitationId> {
  const role = isId("inv", id) ? await selectInvitationForUpdate(tx, scope.partnerId, id) : null;
  if (role === null || !isId("inv", id)) {
    throw new TillError("not_found", { message: "This invitation was already accepted or revoked." });
  }
  if (role === "owner") requireOwner(own);
  return id;
}
