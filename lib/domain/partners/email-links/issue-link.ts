import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { linkAddress } from "#lib/domain/partners/email-links/link-address.ts";
import { hashLinkToken, newLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { type EmailLinkPurpose, insertEmailToken } from "#lib/domain/partners/email-links/repository.ts";

const lifetimeMs = { sign_up: 24 * 3_600_000, password_reset: 3_600_000 } satisfies Record<EmailLinkPurpose, number>;

/** Makes a link for an address, good once and for a day (sign-up) or an hour (reset). @returns where it leads. */
export async function issueLink(purpose: EmailLinkPurpose, email: string): Promise<string> {
  const token = newLinkToken();
  const tokenHash = hashLinkToken(token);
  if (tokenHash === null) throw new Error("a token that we made has another form than ours");
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]);
  await insertEmailToken(database, { tokenHash, purpose, email, now, expiresAt });
  return linkAddress(purpose, token);
}
