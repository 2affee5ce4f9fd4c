import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { endSession as writeEnd } from "#lib/domain/partners/users/repository.ts";

/**
 * Signs a user out in one browser, from the next request on.
 * @throws TillError `not_found` when the user has no such session, or has ended it before.
 */
export async function endSession(userId: UserId, sessionId: string): Promise<void> {
  const isEnded = isId("ses", sessionId) && (await writeEnd(database, userId, sessionId, clock.now()));
  if (!isEnded) throw new TillError("not_found");
}
