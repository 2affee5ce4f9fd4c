import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { type InvitationId, isId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { sendsMail } from "#lib/domain/partners/email-links/sends-mail.ts";
import { invitedUntil, sendInvitation } from "#lib/domain/partners/invitations/invite-member.ts";
import { lockInvitation, renewInvitation, writeRevoked } from "#lib/domain/partners/invitations/repository.ts";
import { type Manager, requireOwner } from "#lib/domain/partners/members/hold-member.ts";

/**
 * Sends an invitation again, for another seven days; the former link is dead.
 * @param isSent as inviteMember's.
 * @throws TillError `not_found` when the partner has no such open invitation; `forbidden` for an owner's.
 */
export async function resendInvitation(manager: Manager, id: string, isSent = sendsMail()): Promise<InvitationId> {
  return inTransaction(async (tx) => {
    const held = await holdInvitation(tx, manager, id);
    await renewInvitation(tx, held, invitedUntil());
    if (isSent) await sendInvitation(tx, held);
    return held;
  });
}

/** Takes an invitation back; its link is dead at once. @throws TillError as {@link resendInvitation}. */
export async function revokeInvitation(manager: Manager, id: string): Promise<void> {
  await inTransaction(async (tx) => writeRevoked(tx, await holdInvitation(tx, manager, id), clock.now()));
}

async function holdInvitation(tx: Tx, { scope, role: own }: Manager, id: string): Promise<InvitationId> {
  const role = isId("inv", id) ? await lockInvitation(tx, scope.partnerId, id) : null;
  if (role === null || !isId("inv", id)) {
    throw new TillError("not_found", { message: "This invitation was accepted or taken back in the meantime." });
  }
  if (role === "owner") requireOwner(own);
  return id;
}
