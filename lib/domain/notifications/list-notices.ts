import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { withStates } from "#lib/domain/events/read-events.ts";
import { type EventFilter, listStoredEvents } from "#lib/domain/events/repository.ts";
import { listedTypes, mayBeNotified } from "#lib/domain/notifications/notification-types.ts";
import { type Notice, toNotices } from "#lib/domain/notifications/read-notices.ts";
import { findReadAt, updateReadAt } from "#lib/domain/notifications/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

type Reader = Pick<Member, "userId" | "role" | "scope">;

/**
 * Lists the newest events that concern a member, newest first, except the payments that succeeded. By at most
 * eight statements.
 */
export async function listNotices(reader: Reader, limit: number): Promise<(Notice & { isUnread: boolean })[]> {
  const [readAt, events] = await Promise.all([
    findReadAt(database, reader.userId),
    listStoredEvents(database, filterOf(reader, null), null, limit),
  ]);
  const notices = await toNotices(database, reader.scope, await withStates(database, events));
  return notices.map((notice) => ({ ...notice, isUnread: readAt !== null && notice.at > readAt }));
}

/** Counts the events of {@link listNotices} that a member hasn't seen, up to `limit`. By two statements. */
export async function countUnread(reader: Reader, limit: number): Promise<number> {
  const readAt = await findReadAt(database, reader.userId);
  if (readAt === null) return 0;
  const next = new Date(readAt.getTime() + 1);
  return (await listStoredEvents(database, filterOf(reader, next), null, limit)).length;
}

/** Marks the events up to a time as seen by a member; none of the future. */
export async function markNoticesRead({ userId }: Reader, until: Date): Promise<void> {
  const now = clock.now();
  await updateReadAt(database, userId, until < now ? until : now);
}

function filterOf({ role, scope: { partnerId } }: Reader, from: Date | null): EventFilter {
  const types = listedTypes.filter((type) => mayBeNotified(role, type));
  return { partnerId, merchantIds: null, types, paymentId: null, from, until: null };
}
