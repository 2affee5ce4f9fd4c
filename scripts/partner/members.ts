import { roles } from "#lib/core/roles.ts";
import { database } from "#lib/db/pool.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { listInvitations } from "#lib/domain/partners/invitations/repository.ts";
import { getLiveAccount } from "#lib/domain/partners/test-account.ts";
import { hasAccount } from "#lib/domain/partners/users/has-account.ts";
import { fail, requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** Prints an invitation link. An open invitation for the email is renewed, or replaced when its role differs. */
export async function runInvite([partnerId = "", email = "", role = ""]: string[]): Promise<void> {
  const wanted = roles.find((one) => one === role);
  if (wanted === undefined) throw new UsageError(`"${role}" isn't a role. Choose from ${roles.join(", ")}.`);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" isn't an email address.`);
  const { partnerId: account } = await requirePartner(partnerId);
  const scope = { partnerId: await getLiveAccount(database, account), merchantId: null };
  const manager = { role: "owner", scope } as const;
  if (await hasAccount(email)) fail(`${email} already has an account, and an email can belong to only one company.`);
  const open = (await listInvitations(manager.scope)).find((one) => one.email === email.toLowerCase());
  if (open !== undefined && open.role !== wanted) await revokeInvitation(manager, open.id);
  const isOpen = open !== undefined && open.role === wanted;
  const id = isOpen
    ? await resendInvitation(manager, open.id, false)
    : await inviteMember(manager, email, wanted, false);
  const invitation = await issueInvitation(id);
  const until = invitation?.expiresAt.toISOString();
  say(`Invitation for ${email} to join ${invitation?.partnerName} as ${wanted}, valid until ${until}:`);
  say(invitation?.link ?? "");
}

/** Prints a password reset link. */
export async function runReset(email: string): Promise<void> {
  if (!(await hasAccount(email))) fail(`No user has the email ${email}.`);
  say(`Password reset link for ${email}, valid for one hour:\n${await issueLink("password_reset", email)}`);
}
