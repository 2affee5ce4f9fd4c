import { clock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { findSessionMember } from "#lib/domain/partners/users/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Who is signed in by a session; null for one that is unknown, revoked or over. Nothing is remembered, so that a
 * session that was revoked, a role that was changed or a member who was removed counts from the next request on.
 */
export async function findMember(sessionId: string): Promise<Member | null> {
  return isId("ses", sessionId) ? findSessionMember(database, sessionId, clock.now()) : null;
}
