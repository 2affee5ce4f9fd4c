import { clock } from "#lib/core/clock.ts";
import { newId, type PasskeyId, type SessionId, type UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { sessionSeconds } from "#lib/domain/partners/users/session.ts";
import { insertSession } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Starts a session in one browser. The caller must have authenticated the user.
 * @param passkeyId the passkey that the user signed in with; null for another way.
 */
export async function startSession(
  userId: UserId,
  userAgent: string | null,
  passkeyId: PasskeyId | null = null,
): Promise<SessionId> {
  const now = clock.now();
  const id = newId("ses", now);
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1_000);
  const browser = userAgent?.slice(0, 300) ?? null;
  await insertSession(database, { id, userId, passkeyId, userAgent: browser, now, expiresAt });
  return id;
}
