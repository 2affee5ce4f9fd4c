import { clock } from "#lib/core/clock.ts";
import { newId, type SessionId, type UserId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockUser } from "#lib/domain/partners/users/lock-user.ts";
import { type SignInFacts, sessionSeconds } from "#lib/domain/partners/users/session.ts";
import { insertSession } from "#lib/domain/partners/users/session-repository.ts";

/** A browser by its own account: its name, and the language that the user prefers. */
export type Browser = { userAgent: string | null; locale: Locale | null };

/**
 * Starts a session in one browser. The caller must have authenticated the user. Checking a password takes
 * long, and whatever ends a user's sessions meanwhile, such as a password reset, doesn't see this one yet. So
 * the facts are compared again, under the lock that such a change takes.
 * @param facts what the caller has checked.
 * @returns null when it no longer holds.
 */
export async function startSession(userId: UserId, browser: Browser, facts: SignInFacts): Promise<SessionId | null> {
  const now = clock.now();
  const id = newId("ses", now);
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1_000);
  const userAgent = browser.userAgent?.slice(0, 300) ?? null;
  const isStarted = await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    return insertSession(tx, { id, userId, facts, userAgent, locale: browser.locale, now, expiresAt });
  });
  return isStarted ? id : null;
}
