import { clock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { findSessionMember } from "#lib/domain/partners/users/session-repository.ts";

/**
 * Finds the member who is signed in with a session; null when it is unknown, revoked or expired. Nothing is cached, so a
 * revoked session, a changed role or a removed member takes effect on the next request.
 */
export async function findMember(sessionId: string): Promise<Member | null> {
  return isId("ses", sessionId) ? findSessionMember(database, sessionId, clock.now()) : null;
}
