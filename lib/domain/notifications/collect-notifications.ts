import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { notificationTypes } from "#lib/domain/notifications/notification-types.ts";
import {
  deleteSent,
  insertNotifications,
  lockProgress,
  markNotificationsSent,
  type Notified,
  setReadUntil,
} from "#lib/domain/notifications/repository.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/**
 * Events are read again for this long after their time, because a transaction may commit an event after later ones were read, and
 * because the clocks of processes differ.
 */
export const overlapMs = 5 * 60_000;
/** Events listed in one email. */
export const listedEvents = 20;
/** One statement notes the events of this time, and of the overlap. */
const windowMs = 5 * 60_000;
const membersPerBatch = 100;
const commonKeptMs = 3_600_000;
const keptMs = 2 * 24 * 3_600_000;
const rowsPerBatch = 5_000;

/**
 * Emails members about new events that they want to be notified of at once, all of a member's in one email.
 * Events are noted before they are sent, and marked in the transaction that queues the email, so a killed
 * worker neither forgets nor repeats one. Concurrent calls are harmless. Reads two indexes by the events'
 * times; recording an event costs nothing more for it.
 */
export async function collectNotifications(): Promise<void> {
  const now = clock.now();
  if (!isEmailConfigured()) return inTransaction((tx) => skipUntil(tx, now));
  while (await inTransaction((tx) => noteWindow(tx, now)));
  while (await inTransaction((tx) => sendNoted(tx, now)));
}

/** Skips events while no email can be sent, so that members don't get emails about old events once one can. */
async function skipUntil(tx: Tx, now: Date): Promise<void> {
  if ((await lockProgress(tx)) !== null) await setReadUntil(tx, now);
}

/**
 * A time in the future was stored by a process whose clock was ahead: nothing of the time from now on has been read.
 * @returns true when another window follows.
 */
async function noteWindow(tx: Tx, now: Date): Promise<boolean> {
  const progress = await lockProgress(tx);
  if (progress === null || progress.readUntil.getTime() === now.getTime()) return false;
  const readUntilMs = Math.min(progress.readUntil.getTime(), now.getTime());
  const from = new Date(readUntilMs - overlapMs);
  const until = new Date(Math.min(readUntilMs + windowMs, now.getTime()));
  await insertNotifications(tx, lowestId("evt", from), lowestId("evt", until));
  await setReadUntil(tx, until);
  return until < now;
}

/** @returns true when other members may follow. */
async function sendNoted(tx: Tx, now: Date): Promise<boolean> {
  if ((await lockProgress(tx)) === null) return false;
  const size = { members: membersPerBatch, listed: listedEvents, types: notificationTypes };
  const sent = await markNotificationsSent(tx, now, size);
  for (const notified of sent) await queueEmail(tx, notified, false);
  return sent.length >= membersPerBatch;
}

/** Queues the email about events. Its job writes it, and sends it only if the member may still see them. */
export async function queueEmail(tx: Tx, notified: Notified, isDaily: boolean): Promise<void> {
  const { userId, eventIds } = notified;
  const key = `notifications:${userId}:${isDaily ? "daily" : "at_once"}:${eventIds[0]}`;
  await enqueue(tx, "send_mail", { kind: "notifications", ...notified, isDaily }, key);
}

/**
 * Deletes rows of sent events: payments that succeeded after an hour, other events after two days. Rows of
 * events that will be read again are kept, because those events would be sent again.
 */
export async function deleteOldNotifications(): Promise<void> {
  const now = clock.now();
  while (await inTransaction((tx) => deleteBatch(tx, now.getTime())));
}

async function deleteBatch(tx: Tx, now: number): Promise<boolean> {
  const progress = await lockProgress(tx);
  if (progress === null) return false;
  const readAgain = progress.readUntil.getTime() - overlapMs;
  const before = (ageMs: number) => lowestId("evt", new Date(Math.min(now - ageMs, readAgain)));
  return (await deleteSent(tx, before(commonKeptMs), before(keptMs), rowsPerBatch)) === rowsPerBatch;
}
