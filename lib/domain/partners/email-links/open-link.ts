import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { hashLinkToken, invalidLink } from "#lib/domain/partners/email-links/link-token.ts";
import {
  consumeEmailToken,
  type EmailLinkPurpose,
  findEmailToken,
} from "#lib/domain/partners/email-links/repository.ts";

/**
 * Returns the email that a link was sent to. It doesn't consume the link, because mail scanners open links too.
 * @throws TillError `not_found`.
 */
export async function openLink(purpose: EmailLinkPurpose, token: string): Promise<{ email: string }> {
  const tokenHash = hashLinkToken(token);
  const email = tokenHash === null ? null : await findEmailToken(database, tokenHash, purpose, clock.now());
  if (email === null) throw invalidLink();
  return { email };
}

/**
 * Consumes a link, and with it every other link with the same purpose and email.
 * @returns the email.
 * @throws TillError `not_found`, also for the second of two concurrent uses.
 */
export async function consumeLink(tx: Tx, purpose: EmailLinkPurpose, token: string): Promise<string> {
  const tokenHash = hashLinkToken(token);
  const email = tokenHash === null ? null : await consumeEmailToken(tx, tokenHash, purpose, clock.now());
  if (email === null) throw invalidLink();
  return email;
}
