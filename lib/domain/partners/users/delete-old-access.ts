import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteEmailTokens } from "#lib/domain/partners/email-links/repository.ts";
import { deleteUsedChallenges } from "#lib/domain/partners/users/passkeys/repository.ts";
import { deleteOldSessions } from "#lib/domain/partners/users/session-repository.ts";

const keptMs = 7 * 24 * 3_600_000;

/** Deletes email links, sessions and used challenges of passkeys that expired more than a week ago. */
export async function deleteOldAccess(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteEmailTokens(database, before);
  await deleteOldSessions(database, before);
  await deleteUsedChallenges(database, before);
}
