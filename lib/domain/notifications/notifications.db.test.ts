import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { NewEvent } from "#lib/domain/events/record-events.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { collectNotifications, deleteOldNotifications } from "#lib/domain/notifications/collect-notifications.ts";
import { countUnread, listNotices, markNoticesRead } from "#lib/domain/notifications/list-notices.ts";
import { listNotificationSettings, setNotificationMode } from "#lib/domain/notifications/notification-settings.ts";
import type { NotificationType } from "#lib/domain/notifications/notification-types.ts";
import { readNotices } from "#lib/domain/notifications/read-notices.ts";
import { sendDigests } from "#lib/domain/notifications/send-digests.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { changeRole, removeMember } from "#lib/domain/partners/members/manage-members.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { sendMail } from "#lib/jobs/mail/send-mail.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";
import { createPlace, type Place } from "#test/dashboard/place.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { type MailServer, type Received, startMailServer } from "#test/mail/mail-server.ts";

let database: ServiceDatabase;
let mailServer: MailServer;
let restoreClock: () => void;
let place: Place;
let owner: Member;
let admin: Member;
let developer: Member;
let viewer: Member;
let start = new Date();
let now: Date;
const received: Received[] = [];

beforeAll(async () => {
  mailServer = await startMailServer((message) => void received.push(message));
  database = await startDatabase({ SMTP_URL: mailServer.url, MAIL_FROM: "Till <till@till.example>" });
});
afterAll(async () => {
  await database.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  received.length = 0;
  // Each test has days of its own: the time of the test before isn't read again.
  start = new Date(start.getTime() + 10 * 24 * 3_600_000);
  now = start;
  restoreClock = useClock({ now: () => now });
  place = await createPlace();
  ({ owner, admin, developer, viewer } = place.members);
  // The events of the preparations are over.
  pass({ minutes: 6 });
  await database.query(
    "UPDATE notification_progress SET read_until = $1, digest_from = $1, digest_until = $1, digest_after = NULL",
    [now],
  );
});
afterEach(() => restoreClock());

function pass({ minutes }: { minutes: number }): void {
  now = new Date(now.getTime() + minutes * 60_000);
}

/** Runs the job of a minute, and the emails that it queued. Returns the emails' recipients and subjects. */
async function minute(): Promise<string[]> {
  pass({ minutes: 1 });
  received.length = 0;
  await collectNotifications();
  await sendDigests();
  await sendQueued();
  return received.map(({ to, subject }) => `${to[0]}: ${subject}`).toSorted();
}

async function sendQueued(): Promise<void> {
  const jobs = await database.query<{ id: string; payload: unknown }>(
    "SELECT id, payload FROM graphile_worker._private_jobs ORDER BY id",
  );
  for (const { id, payload } of jobs) {
    await sendMail(jobPayloads.send_mail.parse(payload));
    await database.query("DELETE FROM graphile_worker._private_jobs WHERE id = $1", [id]);
  }
}

/** Moves to one minute before the next daily emails. */
function passUntilDigest(): void {
  const next = new Date(now);
  next.setUTCHours(7, 59, 0, 0);
  now = next > now ? next : new Date(next.getTime() + 24 * 3_600_000);
}

const record = (...types: NotificationType[]) => inTransaction((tx) => recordEvents(tx, types.map(eventOf), now));

function eventOf(type: NotificationType): NewEvent {
  const { partnerId, merchantId } = place;
  const subject = newId("whe", now);
  if (type === "settlement_destination.changed") {
    const data = JSON.stringify({ id: subject, merchantId, asset: "", change: "added", from: null, to: null });
    return { type, partnerId, merchantId, about: { subject: merchantId, data } };
  }
  const data = JSON.stringify({ id: subject, name: "Till point", url: "https://shop.example/hook" });
  return { type, partnerId, merchantId: null, about: { subject, data } };
}

/** Records that the money of a payment that has succeeded is held. */
async function recordHeld(): Promise<void> {
  const { partnerId, merchantId } = place;
  const paymentId = await createTestPayment(place);
  await bringTo(paymentId, "succeeded");
  const about = { paymentId, version: 2 };
  await inTransaction((tx) => recordEvents(tx, [{ type: "payout.held", partnerId, merchantId, about }], now));
}

test("owners and admins are notified of a new key at once, each in one email and only once", async () => {
  await createApiKey(place.partnerId, "Till point", []);
  await createApiKey(place.partnerId, "Kiosk", []);
  const subject = "2 events at Test partner";
  expect(await minute()).toEqual([`${admin.email}: ${subject}`, `${owner.email}: ${subject}`].toSorted());
  expect(received[0]?.text).toContain("An API key was created: Till point");
  expect(received[0]?.text).toContain("An API key was created: Kiosk");
  for (let count = 0; count < 7; count += 1) expect(await minute()).toEqual([]);
});

test("an event that is committed after later ones were sent is sent too, once", async () => {
  let commit = () => {};
  const isReady = Promise.withResolvers<void>();
  const waiting = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const late = inTransaction(async (tx) => {
    await recordEvents(tx, [eventOf("api_key.created")], now);
    isReady.resolve();
    await waiting;
  });
  await isReady.promise;
  await createApiKey(place.partnerId, "Kiosk", []);
  const subject = "An API key was created";
  const both = [`${admin.email}: ${subject}`, `${owner.email}: ${subject}`].toSorted();
  expect(await minute()).toEqual(both);
  expect(await minute()).toEqual([]);
  commit();
  await late;
  expect(await minute()).toEqual(both);
  expect(received[0]?.text).toContain("Till point");
  expect(await minute()).toEqual([]);
});

test("events after the clock of a worker was ahead for a while are sent, each once", async () => {
  const subject = "An API key was created";
  const both = [`${admin.email}: ${subject}`, `${owner.email}: ${subject}`].toSorted();
  await createApiKey(place.partnerId, "Till point", []);
  const before = now;
  pass({ minutes: 60 });
  expect(await minute()).toEqual(both);
  now = before;
  expect(await minute()).toEqual([]);
  pass({ minutes: 6 });
  await createApiKey(place.partnerId, "Kiosk", []);
  expect(await minute()).toEqual(both);
  expect(received[0]?.text).toContain("Kiosk");
  expect(await minute()).toEqual([]);
});

test("an email lists twenty events, the urgent ones first, and counts the others", async () => {
  await setNotificationMode(admin, "payment.succeeded", "at_once");
  await setNotificationMode(owner, "api_key.created", "off");
  pass({ minutes: 1 });
  const id = await createTestPayment(place);
  await bringTo(id, "succeeded");
  await record(...Array.from({ length: 21 }, () => "api_key.created" as const));
  expect(await minute()).toEqual([`${admin.email}: 22 events at Test partner`]);
  const text = received[0]?.text ?? "";
  expect(text.match(/An API key was created/g)).toHaveLength(20);
  expect(text).toContain("And 2 more.");
  expect(text).not.toContain("0xf39F");
});

test.for([
  ["at once", "at_once"],
  ["daily", "daily"],
] as const)("a payout that fails again is notified of once, %s", async ([, mode]) => {
  await setNotificationMode(owner, "payout.failed", mode);
  await setNotificationMode(admin, "payout.failed", "off");
  await setNotificationMode(owner, "payout.held", "off");
  await setNotificationMode(admin, "payout.held", "off");
  passUntilDigest();
  await minute();
  const id = await createTestPayment(place);
  await bringTo(id, "succeeded");
  await applyEvent(id, "settlement_failed", now);
  const subject = mode === "daily" ? "Daily summary: 1 event at Test partner" : "A payout failed";
  const emails = mode === "daily" ? [] : await minute();
  pass({ minutes: 1 });
  await applyEvent(id, "settlement_retried", now);
  await applyEvent(id, "settlement_failed", now);
  if (mode === "daily") passUntilDigest();
  expect([...emails, ...(await minute())]).toEqual([`${owner.email}: ${subject}`]);
});

test("events from before a choice aren't sent by it", async () => {
  await bringTo(await createTestPayment(place), "succeeded");
  pass({ minutes: 1 });
  await setNotificationMode(viewer, "payment.succeeded", "at_once");
  expect(await minute()).toEqual([]);
  const id = await createTestPayment(place);
  await bringTo(id, "succeeded");
  expect(await minute()).toEqual([`${viewer.email}: A payment succeeded`]);
  expect(received[0]?.text.replaceAll(/\s+/g, " ")).toContain(`12.50 USD, Test shop, ${id}`);
  expect(received[0]?.text).toContain(`https://till.example/dashboard/payments/${id}`);
});

test("owners get no second email about events that they always get one for", async () => {
  await setNotificationMode(admin, "settlement_destination.changed", "at_once");
  pass({ minutes: 1 });
  await record("settlement_destination.changed", "webhook_endpoint.disabled");
  expect(await minute()).toEqual([`${admin.email}: 2 events at Test partner`]);
  await expect(setNotificationMode(owner, "webhook_endpoint.disabled", "off")).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a member who has lost access or the right since gets nothing", async () => {
  await setNotificationMode(developer, "api_key.created", "at_once");
  pass({ minutes: 1 });
  await record("api_key.created");
  pass({ minutes: 1 });
  await collectNotifications();
  await removeMember(owner, admin.userId);
  await changeRole(owner, developer.userId, "viewer");
  await sendQueued();
  // The owner also hears of both changes.
  expect(received.map(({ to }) => to[0])).toEqual([owner.email, owner.email, owner.email]);
  const [event] = await listNotices(owner, 1);
  const { userId } = (await createPlace()).members.owner;
  const { partnerId } = place;
  expect(await readNotices({ userId, partnerId, eventIds: event ? [event.id] : [] })).toBeNull();
});

test("daily emails are sent once a day at 08:00 UTC with everything since the last", async () => {
  await setNotificationMode(owner, "payout.held", "off");
  await setNotificationMode(admin, "api_key.created", "daily");
  pass({ minutes: 1 });
  await recordHeld();
  const { partnerId } = place;
  await createApiKey(partnerId, "Kiosk", []);
  expect(await minute()).toEqual([`${owner.email}: An API key was created`]);
  passUntilDigest();
  expect(await minute()).toEqual([`${admin.email}: Daily summary: 2 events at Test partner`]);
  expect(received[0]?.text).toContain("A payout is held: ");
  expect(await minute()).toEqual([]);
  await createApiKey(partnerId, "Another", []);
  pass({ minutes: 6 });
  expect(await minute()).toEqual([`${owner.email}: An API key was created`]);
  passUntilDigest();
  expect(await minute()).toEqual([`${admin.email}: Daily summary: 1 event at Test partner`]);
  passUntilDigest();
  expect(await minute()).toEqual([]);
});

test("events after a worker whose clock was ahead sent the next daily emails are in those after them", async () => {
  await setNotificationMode(owner, "api_key.created", "off");
  await setNotificationMode(owner, "payout.held", "off");
  await setNotificationMode(admin, "api_key.created", "daily");
  pass({ minutes: 1 });
  await createApiKey(place.partnerId, "Kiosk", []);
  passUntilDigest();
  const before = now;
  pass({ minutes: 24 * 60 });
  const summary = [`${admin.email}: Daily summary: 1 event at Test partner`];
  expect(await minute()).toEqual(summary);
  now = before;
  expect(await minute()).toEqual([]);
  await createApiKey(place.partnerId, "Another", []);
  passUntilDigest();
  expect(await minute()).toEqual(summary);
  expect(received[0]?.text).toContain("Another");
  passUntilDigest();
  expect(await minute()).toEqual([]);
});

test("an event that was sent at once isn't in the daily email of a member who changes to it", async () => {
  await setNotificationMode(owner, "payout.held", "off");
  await setNotificationMode(admin, "payout.held", "at_once");
  pass({ minutes: 1 });
  await recordHeld();
  expect(await minute()).toEqual([`${admin.email}: A payout is held`]);
  // The default: no row tells when it was chosen.
  await setNotificationMode(admin, "payout.held", "daily");
  passUntilDigest();
  expect(await minute()).toEqual([]);
});

test("a stop before an email is queued neither loses nor repeats its events", async () => {
  await record("api_key.created");
  const stop = `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$;
    CREATE TRIGGER stop BEFORE INSERT ON graphile_worker._private_jobs EXECUTE FUNCTION stop()`;
  await database.query(stop);
  await expect(minute()).rejects.toThrow("stopped");
  expect(received).toEqual([]);
  await database.query("DROP FUNCTION stop CASCADE");
  expect(await minute()).toHaveLength(2);
  expect(await minute()).toEqual([]);
});

test("rows of sent events are deleted once those events aren't read again", async () => {
  await record("api_key.created");
  await minute();
  const users = [owner.userId, admin.userId];
  const count = async () =>
    (await database.query("SELECT 1 FROM notification WHERE user_id = ANY($1)", [users])).length;
  pass({ minutes: 3 * 24 * 60 });
  await deleteOldNotifications();
  // The worker has been down: it will read the time of the event again.
  expect(await count()).toBe(2);
  expect(await minute()).toEqual([]);
  await deleteOldNotifications();
  expect(await count()).toBe(0);
});

test("the defaults follow the role, and only other choices are stored", async () => {
  const modes = async (member: Member) =>
    Object.fromEntries((await listNotificationSettings(member)).map(({ type, mode }) => [type, mode]));
  expect(await modes(admin)).toEqual({
    "api_key.created": "at_once",
    "settlement_destination.changed": "off",
    "webhook_endpoint.disabled": "at_once",
    "payout.failed": "at_once",
    "payout.held": "daily",
    "refund.failed": "off",
    "refund.succeeded": "off",
    "payment.succeeded": "off",
  });
  expect(await modes(owner)).toMatchObject({
    "settlement_destination.changed": null,
    "webhook_endpoint.disabled": null,
  });
  expect(Object.values(await modes(viewer))).toEqual(["off", "off", "off", "off", "off", "off"]);
  await setNotificationMode(admin, "payout.held", "off");
  expect(await modes(admin)).toMatchObject({ "payout.held": "off" });
  await setNotificationMode(admin, "payout.held", "daily");
  expect(await database.query("SELECT 1 FROM notification_setting WHERE user_id = $1", [admin.userId])).toEqual([]);
  await expect(setNotificationMode(viewer, "api_key.created", "daily")).rejects.toMatchObject({ code: "forbidden" });
});

test("the list marks what is new since the member last read it", async () => {
  for (const member of [owner, admin]) await markNoticesRead(member, now);
  pass({ minutes: 1 });
  await record("api_key.created", "webhook_endpoint.disabled");
  expect(await countUnread(owner, 10)).toBe(2);
  const notices = await listNotices(owner, 20);
  expect(notices.map(({ type, isUnread, name }) => [type, isUnread, name])).toEqual([
    ["webhook_endpoint.disabled", true, "https://shop.example/hook"],
    ["api_key.created", true, "Till point"],
    ["api_key.created", false, "test"],
  ]);
  await markNoticesRead(owner, notices[0]?.at ?? now);
  expect(await countUnread(owner, 10)).toBe(0);
  expect(await countUnread(admin, 10)).toBe(2);
  pass({ minutes: 1 });
  await record("api_key.created");
  await markNoticesRead(owner, new Date(0));
  expect(await countUnread(owner, 10)).toBe(1);
  expect(await countUnread(viewer, 10)).toBe(0);
});
