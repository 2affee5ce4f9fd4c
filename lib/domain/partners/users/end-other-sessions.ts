import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { endSessions } from "#lib/domain/partners/users/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** Signs a member out everywhere but here, from the next request on. */
export async function endOtherSessions({ userId, sessionId }: Member): Promise<void> {
  await endSessions(database, userId, sessionId, clock.now());
}
