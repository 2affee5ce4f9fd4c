import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { revokeOtherSessions, revokeSession } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Ends one of a user's sessions, from its next request on.
 * @throws TillError `not_found` when the user has no such session or ended it before.
 */
export async function endSession(userId: UserId, sessionId: string): Promise<void> {
  const isEnded = isId("ses", sessionId) && (await revokeSession(database, userId, sessionId, clock.now()));
  if (!isEnded) throw new TillError("not_found");
}

/** Ends all of a member's sessions except the current one, from their next request on. */
export async function endOtherSessions({ userId, sessionId }: Member): Promise<void> {
  await revokeOtherSessions(database, userId, sessionId, clock.now());
}
