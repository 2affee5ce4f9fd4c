import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { type InvitationId, newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { countEmailsToday, insertInvitation, isMemberOf } from "#lib/domain/partners/invitations/repository.ts";
import { countInvitationEmail, requireRoom } from "#lib/domain/partners/limits/require-room.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import { lockAuthor } from "#lib/domain/partners/members/lock-author.ts";
import { type Manager, requireOwner } from "#lib/domain/partners/members/manage-members.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

const lifetimeMs = 7 * 24 * 3_600_000;
/** In a UTC day. */
const emailsPerRecipient = 5;

/** The expiry of an invitation that is sent now. */
export function invitationExpiry(): Date {
  return new Date(clock.now().getTime() + lifetimeMs);
}

/**
 * Invites an email to join a partner, for seven days, queues the invitation email, and emails the owners. It
 * doesn't check whether the email belongs to another partner's member: only the owner of the inbox may learn
 * that.
 * @param sendsEmail false when the caller passes the link on; by default false where email isn't configured.
 * @throws TillError `forbidden` when a member who isn't an owner invites an owner; `params_validation` on `email` for an
 * existing member or an open invitation; `invalid_state` or `rate_limited` when the partner has as many open invitations, or has
 * sent as many today, as it may.
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
    const createdById = await lockAuthor(tx);
    if (await isMemberOf(tx, scope.partnerId, invitation.email)) throw invalidField("email", "is already a member");
    const isNew = await insertInvitation(tx, {
      ...invitation,
      expiresAt: invitationExpiry(),
      emails: sendsEmail ? 1 : 0,
      createdById,
    });
    if (!isNew) throw invalidField("email", "already has an invitation; resend that one");
    await requireRoom(tx, scope.partnerId, "invitations");
    if (sendsEmail) await sendInvitation(tx, scope, invitation.id);
    await emailAccessChange(tx, scope.partnerId, { member: invitation.email, change: "invited", role });
  });
  return invitation.id;
}

/**
 * Queues the email of an invitation, whose row already counts it. An invitation is unwanted mail to those who don't expect it.
 * @throws TillError `rate_limited` when the partner has sent as many today as it may, or five of them to this recipient.
 */
export async function sendInvitation(tx: Tx, { partnerId }: PartnerScope, id: InvitationId): Promise<void> {
  if ((await countEmailsToday(tx, id, clock.now())) > emailsPerRecipient) {
    throw new TillError("rate_limited", {
      message: `This person was sent ${emailsPerRecipient} invitations today, which is the limit. Send the next one tomorrow.`,
    });
  }
  await countInvitationEmail(tx, partnerId);
  await enqueue(tx, "send_mail", { kind: "invitation", invitationId: id }, `mail:invitation:${id}`);
}
