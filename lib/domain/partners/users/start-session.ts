import { clock } from "#lib/core/clock.ts";
import { newId, type SessionId, type UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { sessionSeconds } from "#lib/domain/partners/users/session.ts";
import { insertSession } from "#lib/domain/partners/users/session-repository.ts";

/** Starts a session in one browser. The caller must have authenticated the user. */
export async function startSession(userId: UserId, userAgent: string | null): Promise<SessionId> {
  const now = clock.now();
  const id = newId("ses", now);
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1_000);
  await insertSession(database, { id, userId, userAgent: userAgent?.slice(0, 300) ?? null, now, expiresAt });
  return id;
}
