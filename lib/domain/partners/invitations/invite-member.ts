import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { type InvitationId, newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { insertInvitation, isMemberOf } from "#lib/domain/partners/invitations/repository.ts";
import { type Manager, requireOwner } from "#lib/domain/partners/members/manage-members.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

const lifetimeMs = 7 * 24 * 3_600_000;

/** The expiry of an invitation that is sent now. */
export function invitationExpiry(): Date {
  return new Date(clock.now().getTime() + lifetimeMs);
}

/**
 * Invites an email to join a partner, for seven days, and queues the invitation email. It doesn't check whether the email
 * belongs to another partner's member: only the owner of the inbox may learn that.
 * @param sendsEmail false when the caller passes the link on; by default false where email isn't configured.
 * @throws TillError `forbidden` when a member who isn't an owner invites an owner; `params_validation` on `email` for an
 * existing member or an open invitation.
 */
export async function inviteMember(
  { scope, role: own }: Manager,
  email: string,
  role: Role,
  sendsEmail = isEmailConfigured(),
): Promise<InvitationId> {
  if (role === "owner") requireOwner(own);
  const now = clock.now();
  const invitation = { id: newId("inv", now), ...scope, email: email.toLowerCase(), role, now };
  await inTransaction(async (tx) => {
    if (await isMemberOf(tx, scope.partnerId, invitation.email)) throw invalidField("email", "is already a member");
    const isNew = await insertInvitation(tx, { ...invitation, expiresAt: invitationExpiry() });
    if (!isNew) throw invalidField("email", "already has an invitation; resend that one");
    if (sendsEmail) await sendInvitation(tx, invitation.id);
  });
  return invitation.id;
}

/** Queues an invitation's email. */
export async function sendInvitation(tx: Parameters<typeof enqueue>[0], id: InvitationId): Promise<void> {
  await enqueue(tx, "send_mail", { kind: "invitation", invitationId: id }, `mail:invitation:${id}`);
}
