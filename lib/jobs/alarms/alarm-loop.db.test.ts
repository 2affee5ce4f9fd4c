import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";
import { AlarmLoop } from "#lib/jobs/alarms/alarm-loop.ts";
import { alarms, endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { type MailServer, type Received, startMailServer } from "#test/mail/mail-server.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const mails: Received[] = [];
let database: ServiceDatabase;
let mailServer: MailServer;
let receiver: Receiver;
let restoreClock: () => void;
let nowMs = Date.now();

beforeAll(async () => {
  mailServer = await startMailServer((message) => void mails.push(message));
  receiver = await startReceiver();
  database = await startDatabase({
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Till <till@till.example>",
    ALARM_EMAIL: "on-call@till.example,gone@till.example",
    ALARM_WEBHOOK_URL: receiver.url("/hook"),
    ALARM_WEBHOOK_SECRET: secret,
    ALARM_SLACK_URL: receiver.url("/slack"),
  });
});
afterAll(async () => {
  await database.stop();
  await mailServer.stop();
  await receiver.stop();
});
beforeEach(() => {
  restoreClock = useClock({ now: () => new Date(nowMs) });
});
afterEach(async () => {
  restoreClock();
  receiver.reply(204);
  alarms.forget();
  await database.query("DELETE FROM alarm");
  receiver.received.length = 0;
  mails.length = 0;
  nowMs += 24 * 3_600_000;
});

const loop = () => new AlarmLoop({ sendsWithoutDatabase: true });

async function roundOf(...loops: AlarmLoop[]): Promise<void> {
  await Promise.all(loops.map((each) => each.round()));
  await Promise.all(loops.map((each) => each.settle()));
}

const webhooks = () => receiver.received.filter(({ path }) => path === "/hook");
type Data = { alarms: { event: string; kind: string; subject: string; facts: object; count: number }[] };
const sent = () =>
  webhooks().flatMap(({ event }) =>
    (event.data as Data).alarms.map((one) => `${one.event} ${one.kind} ${one.subject}`),
  );

const chainDown = () => raiseAlarm("chain_down", "8453", { chainId: 8453 }, "the nodes of Base don't answer");
const chainUp = () => endAlarm("chain_down", "8453", { chainId: 8453 }, "the nodes of Base answer again");

test("an alarm that two processes deliver reaches each channel once, and so does its recovery", async () => {
  const [one, other] = [loop(), loop()];
  chainDown();
  chainDown();
  await roundOf(one, other);
  await roundOf(one, other);
  expect(mails.map(({ subject, to }) => [subject, to]).toSorted()).toEqual([
    ["Alarm: chain_down (till.example)", ["gone@till.example"]],
    ["Alarm: chain_down (till.example)", ["on-call@till.example"]],
  ]);
  expect(mails[0]?.text).toContain("ALARM chain_down (8453): the nodes of Base don't answer. 2 times since");
  const [hook] = webhooks();
  expect(() => new Webhook(secret).verify(hook?.body ?? "", hook?.headers ?? {})).not.toThrow();
  expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/hook", "/slack"]);
  nowMs += 15_000;
  chainUp();
  await roundOf(one, other);
  expect(sent()).toEqual(["raised chain_down 8453"]);
  nowMs += 11_000;
  await roundOf(one, other);
  await roundOf(one, other);
  expect(sent()).toEqual(["raised chain_down 8453", "recovered chain_down 8453"]);
  expect(mails[2]?.text).toContain("RECOVERED chain_down (8453): the nodes of Base answer again");
});

test("an alarm that comes and goes is sent once until it is calm, and a flood comes as one message", async () => {
  const own = loop();
  for (let flap = 0; flap < 5; flap += 1) {
    chainDown();
    await roundOf(own);
    chainUp();
    await roundOf(own);
    nowMs += 5_000;
  }
  expect(sent()).toEqual(["raised chain_down 8453"]);
  nowMs += 11_000;
  for (let index = 0; index < 150; index += 1) raiseAlarm("payout_not_sent", `pay_${index}`, {}, "a payout isn't sent");
  await roundOf(own);
  expect([webhooks().length, sent().length, mails.at(-1)?.subject]).toEqual([
    2,
    152,
    "Alarms: 150 raised, 1 recovered (till.example)",
  ]);
});

test("a message that isn't taken, or whose process is killed while it sends, is sent again with the same id", async () => {
  receiver.reply(500, "/hook");
  chainDown();
  await roundOf(loop());
  await roundOf(loop());
  expect(webhooks()).toHaveLength(1);
  receiver.reply(204, "/hook");
  nowMs += 31_000;
  await roundOf(loop());
  expect(new Set(webhooks().map(({ id }) => id)).size).toBe(1);
  expect(webhooks()).toHaveLength(2);
  expect(await database.query("SELECT channel FROM alarm_delivery WHERE delivered_at IS NULL")).toEqual([]);
});

test("an address that the mail server refuses is tried again alone", async () => {
  mailServer.refuseAddress("gone@till.example");
  chainDown();
  await roundOf(loop());
  nowMs += 31_000;
  chainDown();
  await roundOf(loop());
  expect(mails.map(({ to }) => to)).toEqual([["on-call@till.example"]]);
  expect(await database.query("SELECT channel, attempts FROM alarm_delivery WHERE delivered_at IS NULL")).toEqual([
    { channel: "email gone@till.example", attempts: 2 },
  ]);
  mailServer.refuseAddress(null);
  nowMs += 61_000;
  await roundOf(loop());
  expect(mails.map(({ to }) => to)).toEqual([["on-call@till.example"], ["gone@till.example"]]);
});

test("an open alarm is sent again when a problem is added to it, and each day while it stays open", async () => {
  const raise = (parts: string[]) =>
    raiseAlarm("books_differ", "8453 missing_transfer", { parts }, "they differ", parts);
  const own = loop();
  const afterwards = async (laterMs: number) => {
    nowMs += laterMs;
    receiver.received.length = 0;
    await roundOf(own);
    return sent();
  };
  raise(["1"]);
  expect(await afterwards(0)).toEqual(["raised books_differ 8453 missing_transfer"]);
  raise(["1", "2"]);
  expect(await afterwards(3_600_000)).toEqual(["changed books_differ 8453 missing_transfer"]);
  expect(mails.at(-1)?.subject).toBe("Alarm changed: books_differ (till.example)");
  raise(["2"]);
  expect(await afterwards(3_600_000)).toEqual([]);
  expect(await afterwards(22 * 3_600_000)).toEqual([]);
  expect(await afterwards(3_600_000)).toEqual(["reminder books_differ 8453 missing_transfer"]);
  const first = webhooks()[0]?.id;
  expect(await afterwards(24 * 3_600_000)).toEqual(["reminder books_differ 8453 missing_transfer"]);
  expect(webhooks()[0]?.id).not.toBe(first);
  endAlarm("books_differ", "8453 missing_transfer", {}, "they agree");
  expect(await afterwards(24 * 3_600_000)).toEqual(["recovered books_differ 8453 missing_transfer"]);
});

test("a change while its message is being sent is sent too", async () => {
  const raise = (parts: string[]) => raiseAlarm("books_differ", "8453", {}, "they differ", parts);
  const own = loop();
  raise(["1"]);
  await roundOf(own);
  raise(["2"]);
  nowMs += 60_000;
  const isHeld = Promise.withResolvers<void>();
  const isStored = Promise.withResolvers<void>();
  receiver.reply((_webhook, response) => {
    isHeld.resolve();
    void isStored.promise.then(() => response.writeHead(204).end());
  }, "/hook");
  const sending = roundOf(own);
  await isHeld.promise;
  raise(["3"]);
  nowMs += 5_000;
  await loop().round();
  isStored.resolve();
  await sending;
  receiver.reply(204, "/hook");
  nowMs += 60_000;
  await roundOf(own);
  expect(sent()).toEqual(["raised books_differ 8453", "changed books_differ 8453", "changed books_differ 8453"]);
});

test("another process that still meets the cause keeps the alarm open; without it the alarm ends by itself", async () => {
  const own = loop();
  chainDown();
  await roundOf(own);
  await database.query("UPDATE alarm SET source = 'another process'");
  chainUp();
  nowMs += 11_000;
  await roundOf(own);
  const open = () => database.query("SELECT kind FROM alarm WHERE resolved_at IS NULL");
  expect(await open()).toEqual([{ kind: "chain_down" }]);
  nowMs += 11 * 60_000;
  await roundOf(own);
  expect(await open()).toEqual([]);
  expect(sent()).toEqual(["raised chain_down 8453", "recovered chain_down 8453"]);
});

test("an alarm about a change is stored with it or not at all, and its end isn't announced", async () => {
  const record = (id: string, isKept: boolean) =>
    inTransaction(async (tx) => {
      await recordAlarm(tx, "payout_failed", id, { paymentId: id, amount: 5n }, "a payout failed");
      if (!isKept) throw new Error("rolled back");
    });
  await expect(record("pay_1", false)).rejects.toThrow("rolled back");
  await record("pay_2", true);
  await roundOf(loop());
  nowMs += 25 * 3_600_000;
  await roundOf(loop());
  expect(sent()).toEqual(["raised payout_failed pay_2"]);
  expect(await database.query("SELECT facts, resolved_at IS NULL AS open FROM alarm")).toEqual([
    { facts: { paymentId: "pay_2", amount: "5" }, open: false },
  ]);
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const allowConnections = (isAllowed: boolean) =>
  withConnection(inject("testServer").url, (client) =>
    client.query(`ALTER DATABASE "${nameOf(database.url)}" ALLOW_CONNECTIONS ${isAllowed}`),
  );

/** Refuses new connections and ends the open ones. */
async function takeDown(): Promise<void> {
  await allowConnections(false);
  await withConnection(inject("testServer").url, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [nameOf(database.url)]),
  );
}

test("while the database is down, alarms come from memory, once; its recovery follows", async () => {
  const own = loop();
  await roundOf(own);
  await takeDown();
  try {
    await roundOf(own);
    chainDown();
    nowMs += 11_000;
    await roundOf(own);
    nowMs += 16_000;
    await roundOf(own);
    expect(sent()).toEqual(["raised chain_down 8453", "raised database_down all"]);
  } finally {
    await allowConnections(true);
  }
  await roundOf(own);
  nowMs += 11_000;
  await roundOf(own);
  nowMs += 11_000;
  await roundOf(own);
  expect(sent()).toEqual(["raised chain_down 8453", "raised database_down all", "recovered database_down all"]);
});
