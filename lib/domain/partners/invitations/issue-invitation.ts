import { clock } from "#lib/core/clock.ts";
import type { InvitationId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { linkAddress } from "#lib/domain/partners/email-links/link-address.ts";
import { hashLinkToken, newLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { type Addressed, writeInvitationToken } from "#lib/domain/partners/invitations/repository.ts";

/** Makes the link of an open invitation, in place of a former one. @returns null when it is not open any more. */
export async function issueInvitation(id: InvitationId): Promise<(Addressed & { link: string }) | null> {
  const token = newLinkToken();
  const tokenHash = hashLinkToken(token);
  if (tokenHash === null) throw new Error("a token that we made has another form than ours");
  const invitation = await inTransaction((tx) => writeInvitationToken(tx, id, tokenHash, clock.now()));
  return invitation === null ? null : { ...invitation, link: linkAddress("invitation", token) };
}
