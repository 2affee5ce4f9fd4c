import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { createLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import { linkUrl } from "#lib/domain/partners/email-links/link-url.ts";
import { type EmailLinkPurpose, insertEmailToken } from "#lib/domain/partners/email-links/repository.ts";

const lifetimeMs = { sign_up: 24 * 3_600_000, password_reset: 3_600_000 } satisfies Record<EmailLinkPurpose, number>;

/** Creates a single-use link for an email, valid for 24 hours (sign-up) or one hour (reset). @returns its URL. */
export async function issueLink(purpose: EmailLinkPurpose, email: string): Promise<string> {
  const { token, tokenHash } = createLinkToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]);
  await insertEmailToken(database, { tokenHash, purpose, email, now, expiresAt });
  return linkUrl(purpose, token);
}
