import { clock } from "#lib/core/clock.ts";
import { type EventId, lowestId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { listedEvents, overlapMs, queueEmail } from "#lib/domain/notifications/collect-notifications.ts";
import { choicesOf, notificationTypes } from "#lib/domain/notifications/notification-types.ts";
import {
  countWanted,
  type DigestMember,
  listMembersAfter,
  listSettings,
  lockProgress,
  type Progress,
  type StoredSetting,
  setDigestProgress,
  type Wanted,
} from "#lib/domain/notifications/repository.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";

const membersPerBatch = 50;
/** The hour of the daily emails, in UTC. */
const digestHour = 8;

/**
 * Sends the daily emails that are due: one to each member with events since the last. Their time ends five
 * minutes before they are sent, so that the transactions of its events have ended. The events are counted in
 * their own index; nothing is collected during the day. A killed worker continues after the last member whose
 * email was queued. Concurrent calls are harmless.
 */
export async function sendDigests(): Promise<void> {
  const now = clock.now();
  const until = new Date(lastDigestTime(now).getTime() - overlapMs);
  while (await inTransaction((tx) => sendBatch(tx, until, now)));
}

/** The last time at which daily emails were due. */
function lastDigestTime(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(digestHour, 0, 0, 0);
  return today <= now ? today : new Date(today.getTime() - 24 * 3_600_000);
}

/** @returns true when other members follow. */
async function sendBatch(tx: Tx, until: Date, now: Date): Promise<boolean> {
  const progress = await lockProgress(tx);
  if (progress === null) return false;
  if (progress.digestAfter === null && progress.digestUntil > now) {
    // A process whose clock was ahead has sent the emails of a time that isn't over: the next ones have all of it.
    await setDigestProgress(tx, { ...progress, digestUntil: until });
    return false;
  }
  const current = progress.digestAfter === null ? nextDigest(progress, until) : progress;
  if (current === null) return false;
  const members = await listMembersAfter(tx, current.digestAfter ?? "", membersPerBatch);
  if (isEmailConfigured()) await queueDigests(tx, members, current);
  const last = members.length === membersPerBatch ? (members.at(-1)?.userId ?? null) : null;
  await setDigestProgress(tx, { ...current, digestAfter: last });
  return true;
}

function nextDigest({ readUntil, digestUntil }: Progress, until: Date): Progress | null {
  return digestUntil < until ? { readUntil, digestFrom: digestUntil, digestUntil: until, digestAfter: "" } : null;
}

async function queueDigests(tx: Tx, members: readonly DigestMember[], { digestFrom, digestUntil }: Progress) {
  const userIds = members.map(({ userId }) => userId);
  const settings = Map.groupBy(await listSettings(tx, userIds), ({ userId }) => userId);
  const wanted = members.flatMap((member) => wantedBy(member, settings.get(member.userId) ?? [], digestFrom));
  if (wanted.length === 0) return;
  const counts = await countWanted(tx, wanted, lowestId("evt", digestUntil), listedEvents);
  const byMember = Map.groupBy(counts, ({ userId }) => userId);
  for (const { userId, partnerId } of members) {
    const own = (byMember.get(userId) ?? []).toSorted((a, b) => placeOf(a.type) - placeOf(b.type));
    const eventIds: EventId[] = own.flatMap((each) => each.eventIds).slice(0, listedEvents);
    const total = own.reduce((sum, each) => sum + each.total, 0);
    if (total > 0) await queueEmail(tx, { userId, partnerId, total, eventIds }, true);
  }
}

const placeOf = (type: Wanted["type"]) => notificationTypes.indexOf(type);

/** The types that a member wants daily, each from the start of the day, or from when the member chose it. */
function wantedBy(
  { userId, partnerId, role, createdAt }: DigestMember,
  settings: readonly StoredSetting[],
  start: Date,
): Wanted[] {
  return choicesOf(role).flatMap(({ type, mode }) => {
    const chosen = settings.find((setting) => setting.type === type);
    if ((chosen?.mode ?? mode) !== "daily") return [];
    const since = Math.max(start.getTime(), (chosen?.changedAt ?? createdAt).getTime());
    return { userId, partnerId, type, from: lowestId("evt", new Date(since)) };
  });
}
