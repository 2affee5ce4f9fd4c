import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { type InvitationId, newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { sendsMail } from "#lib/domain/partners/email-links/sends-mail.ts";
import { insertInvitation, isMemberOf } from "#lib/domain/partners/invitations/repository.ts";
import { type Manager, requireOwner } from "#lib/domain/partners/members/hold-member.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

const lifetimeMs = 7 * 24 * 3_600_000;

/** Until when an invitation that is sent now is good. */
export function invitedUntil(): Date {
  return new Date(clock.now().getTime() + lifetimeMs);
}

/**
 * Invites an address to work for a partner, for seven days, and has the message sent. Does not
 * look whether the address works for somebody else: that is told to nobody but its reader.
 * @param isSent false where the caller hands the link on; where this installation sends no mail, that is the operator.
 * @throws TillError `forbidden` for an owner's invitation by somebody who is none; `params_validation` on `email` for
 * who works here or is invited already.
 */
export async function inviteMember(
  { scope, role: own }: Manager,
  email: string,
  role: Role,
  isSent = sendsMail(),
): Promise<InvitationId> {
  if (role === "owner") requireOwner(own);
  const now = clock.now();
  const invitation = { id: newId("inv", now), ...scope, email: email.toLowerCase(), role, now };
  await inTransaction(async (tx) => {
    if (await isMemberOf(tx, scope.partnerId, invitation.email)) throw invalidField("email", "works here already");
    const isNew = await insertInvitation(tx, { ...invitation, expiresAt: invitedUntil() });
    if (!isNew) throw invalidField("email", "is invited already; send that invitation again");
    if (isSent) await sendInvitation(tx, invitation.id);
  });
  return invitation.id;
}

/** Has an invitation's message sent. */
export async function sendInvitation(tx: Parameters<typeof enqueue>[0], id: InvitationId): Promise<void> {
  await enqueue(tx, "send_mail", { kind: "invitation", invitationId: id }, `mail:invitation:${id}`);
}
