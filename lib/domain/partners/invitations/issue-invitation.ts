import { clock } from "#lib/core/clock.ts";
import type { InvitationId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { linkUrl } from "#lib/domain/partners/email-links/link-url.ts";
import { type OpenInvitation, updateInvitationToken } from "#lib/domain/partners/invitations/repository.ts";

/** Creates the link of an open invitation, replacing a previous one. @returns null when it is no longer open. */
export async function issueInvitation(id: InvitationId): Promise<(OpenInvitation & { link: string }) | null> {
  const { token, tokenHash } = createLinkToken();
  const invitation = await inTransaction((tx) => updateInvitationToken(tx, id, tokenHash, clock.now()));
  return invitation === null ? null : { ...invitation, link: linkUrl("invitation", token) };
}
