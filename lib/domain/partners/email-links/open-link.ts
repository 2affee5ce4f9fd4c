import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { deadLink } from "#lib/domain/partners/email-links/dead-link.ts";
import { hashLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import {
  consumeEmailToken,
  type EmailLinkPurpose,
  findEmailToken,
} from "#lib/domain/partners/email-links/repository.ts";

/** The address that a link was sent to. Does not use it up: mail scanners open links too. @throws TillError `not_found`. */
export async function openLink(purpose: EmailLinkPurpose, token: string): Promise<{ email: string }> {
  const tokenHash = hashLinkToken(token);
  const email = tokenHash === null ? null : await findEmailToken(database, tokenHash, purpose, clock.now());
  if (email === null) throw deadLink();
  return { email };
}

/**
 * Uses a link up, and with it every other of its kind for the same address.
 * @returns the address. @throws TillError `not_found`, also for the second of two that use it at once.
 */
export async function spendLink(tx: Tx, purpose: EmailLinkPurpose, token: string): Promise<string> {
  const tokenHash = hashLinkToken(token);
  const email = tokenHash === null ? null : await consumeEmailToken(tx, tokenHash, purpose, clock.now());
  if (email === null) throw deadLink();
  return email;
}
