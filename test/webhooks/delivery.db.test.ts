import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { WebhookEndpointId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteWebhookEndpoint } from "#lib/domain/webhooks/delete-endpoint.ts";
import { claimDeliveries, leaseMs } from "#lib/domain/webhooks/delivery/claim-deliveries.ts";
import { rotateWebhookSecret } from "#lib/domain/webhooks/rotate-secret.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";
import { atOnce } from "#lib/jobs/webhooks/slots.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";
import { happen, makeEndpoint, renderEvents, startDeliveries } from "#test/webhooks/webhook-rig.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let database: ServiceDatabase;
let partner: TestPartner;
let receiver: Receiver;
let aheadMs = 0;
let restoreClock = () => {};
let workers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await startDatabase({
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "till@till.example",
  });
});
beforeEach(async () => {
  partner = await createPartner();
  receiver = await startReceiver();
  aheadMs = 0;
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  restoreClock();
  await receiver.stop();
});
afterAll(() => database.stop());

function startWorkers(count = 1): void {
  workers.push(...Array.from({ length: count }, () => startDeliveries()));
}

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });

type Delivery = { eventId: string; subject: string; state: string; attempts: number; dueInMs: number };
const deliveriesOf = (endpointId: string) =>
  database.query<Delivery>(
    `SELECT event_id AS "eventId", subject, state, attempts,
       round(extract(epoch FROM next_attempt_at - (SELECT max(at) FROM webhook_attempt a
         WHERE a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id)) * 1000)::int AS "dueInMs"
     FROM webhook_delivery d WHERE endpoint_id = $1 ORDER BY event_id`,
    [endpointId],
  );

const ended = (endpointId: string, count: number, state = "succeeded") =>
  until(
    `${count} deliveries that have ${state}`,
    async () => {
      const all = await deliveriesOf(endpointId);
      return all.filter((each) => each.state === state).length === count ? all : null;
    },
    20_000,
  );

/** Resolves once so many failed attempts are stored: the clock may move on then. */
const failedAttempts = (endpointId: string, count: number) =>
  until(`${count} failed attempts`, async () => {
    const sql = "SELECT FROM webhook_attempt WHERE endpoint_id = $1 AND error IS NOT NULL";
    return (await database.query(sql, [endpointId])).length >= count;
  });

type Health = { state: string; failures: number; reason: string | null; blocked: boolean };
const healthOf = async (endpointId: string) => {
  const rows = await database.query<Health>(
    `SELECT state, failures, disabled_reason AS reason, blocked_until IS NOT NULL AS blocked FROM webhook_endpoint WHERE id = $1`,
    [endpointId],
  );
  return rows[0] as Health;
};

describe("a webhook", () => {
  test("is verified by the published package with the endpoint's secret, and by no other", async () => {
    const { id, secret } = await makeEndpoint(partner, { url: receiver.url() });
    await happen(partner, ["payment 1"]);
    startWorkers();
    const [webhook] = await receiver.count(1);
    expect(new Webhook(secret).verify(webhook?.body ?? "", webhook?.headers ?? {})).toMatchObject({
      type: "payment.succeeded",
      data: { subject: "payment 1" },
    });
    expect(webhook?.event.id).toBe(webhook?.id);
    const other = await makeEndpoint(partner, { url: receiver.url() });
    expect(() => new Webhook(other.secret).verify(webhook?.body ?? "", webhook?.headers ?? {})).toThrow();
    expect(await ended(id, 1)).toMatchObject([{ attempts: 1 }]);
  });

  test("is signed by both secrets during a rotation's overlap, and then by the new one alone", async () => {
    const { id, secret: old } = await makeEndpoint(partner, { url: receiver.url() });
    const { secret } = await inTransaction((tx) => rotateWebhookSecret(tx, scope(), id, 24));
    startWorkers();
    await happen(partner, ["payment 1"]);
    const [during] = await receiver.count(1);
    for (const each of [old, secret]) new Webhook(each).verify(during?.body ?? "", during?.headers ?? {});
    aheadMs += 25 * hourMs;
    await happen(partner, ["payment 2"]);
    const [, after] = await receiver.count(2);
    expect(after?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  test("reaches the endpoints whose filters match its type and merchant, and no other partner's", async () => {
    const stranger = await createPartner();
    const other = (await createPartner()).merchantId;
    await makeEndpoint(partner, { url: receiver.url("/all") });
    await makeEndpoint(partner, { url: receiver.url("/types"), eventTypes: ["payout.sent"] });
    await makeEndpoint(partner, { url: receiver.url("/merchant"), merchantIds: [partner.merchantId] });
    await makeEndpoint(stranger, { url: receiver.url("/stranger") });
    startWorkers();
    await happen(partner, ["a"], "payment.succeeded");
    await happen(partner, ["b"], "payout.sent");
    await happen(partner, ["c"], "payment.failed", other);
    await receiver.count(6);
    const subjects = (path: string) =>
      receiver.received.filter((each) => each.path === path).map(({ event }) => event.data.subject);
    expect(subjects("/all").sort()).toEqual(["a", "b", "c"]);
    expect(subjects("/types")).toEqual(["b"]);
    expect(subjects("/merchant").sort()).toEqual(["a", "b"]);
    expect(subjects("/stranger")).toEqual([]);
  });

  test("isn't sent again by another worker: two deliver 300 events once each", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    await happen(
      partner,
      Array.from({ length: 300 }, (_, index) => `payment ${index}`),
    );
    startWorkers(2);
    await ended(id, 300);
    expect(receiver.received).toHaveLength(300);
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(300);
    expect(receiver.maxAtOnce).toBeLessThanOrEqual(16);
  });

  test("waits for the earlier ones of its payment, also when they fail, while other payments continue", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    let refusals = 2;
    receiver.reply(({ event }, response) => {
      const isRefused = event.data.subject === "slow" && refusals > 0;
      if (isRefused) refusals -= 1;
      response.writeHead(isRefused ? 500 : 200).end();
    });
    await happen(partner, ["slow", "fast", "slow", "fast", "slow", "fast"]);
    startWorkers();
    await ended(id, 3);
    await failedAttempts(id, 1);
    aheadMs += minuteMs;
    await failedAttempts(id, 2);
    aheadMs += minuteMs;
    await ended(id, 6);
    for (const subject of ["slow", "fast"]) {
      const order = receiver.received
        .filter(({ event }) => event.data.subject === subject)
        .map((each) => each.event.data.index);
      expect(order).toEqual(subject === "slow" ? [0, 0, 0, 2, 4] : [1, 3, 5]);
    }
  });
});

describe("an attempt that fails", () => {
  test.for([
    ["a redirect", (location: string) => ({ status: 302, headers: { location } }), "redirect (302)"],
    ["a status of 500", () => ({ status: 500, headers: {} }), "status 500"],
  ] as const)("by %s is recorded with its answer, and tried again", async ([, answer, words]) => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    receiver.reply((_webhook, response) => {
      const { status, headers } = answer(receiver.url("/elsewhere"));
      response.writeHead(status, headers).end(`no\u0000\u0007 thanks ${"é".repeat(2_000)}`);
    });
    await happen(partner, ["payment 1"]);
    startWorkers();
    await failedAttempts(id, 1);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: "pending" });
    expect(delivery?.dueInMs).toBeGreaterThanOrEqual(5_000);
    const [attempt] = await database.query<{ error: string; answer: string }>(
      "SELECT error, answer FROM webhook_attempt WHERE endpoint_id = $1",
      [id],
    );
    expect(attempt?.error).toContain(words);
    expect(attempt?.answer.startsWith("no thanks é")).toBe(true);
    expect(Buffer.byteLength(attempt?.answer ?? "")).toBeLessThanOrEqual(2_048);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  });

  test("is repeated when the receiver asks for it, with Retry-After, and not before", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    receiver.reply((_webhook, response) => response.writeHead(429, { "retry-after": "600" }).end());
    await happen(partner, ["payment 1"]);
    startWorkers();
    await failedAttempts(id, 1);
    const due = (await deliveriesOf(id))[0]?.dueInMs;
    expect(due).toBeGreaterThan(590_000);
    receiver.reply(200);
    await happen(partner, ["payment 2"]);
    aheadMs += 601_000;
    await ended(id, 2);
  });
});

const inFlight = async (id: string) =>
  (await database.query("SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND in_flight", [id])).length;

describe("an endpoint that is down", () => {
  test("is probed by one delivery at a time, and gets everything at once when it is back", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    receiver.reply(503);
    await happen(
      partner,
      Array.from({ length: 40 }, (_, index) => `payment ${index}`),
    );
    startWorkers(2);
    await until("the block", async () => (await healthOf(id)).blocked);
    await until("the end of what is under way", async () => (await inFlight(id)) === 0);
    // Two workers may have had eight attempts under way each.
    const before = receiver.received.length;
    expect(before).toBeLessThanOrEqual(16);
    aheadMs += 6_000;
    await until("a probe", async () => (await healthOf(id)).failures === 6);
    expect(receiver.received.length).toBe(before + 1);
    receiver.reply(200);
    aheadMs += 11_000;
    await ended(id, 40);
    expect(await healthOf(id)).toMatchObject({ failures: 0, blocked: false, state: "enabled" });
  });

  test("for three days is disabled: its deliveries fail, the owners get an email, and other endpoints an event", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url("/down") });
    const { id: other } = await makeEndpoint(partner, {
      url: receiver.url("/up"),
      eventTypes: ["webhook_endpoint.disabled"],
    });
    const email = `${partner.partnerId.toLowerCase()}@till.example`;
    await database.query(
      `INSERT INTO "user" (id, partner_id, email, role) VALUES ('usr_' || substr($1, 5), $1, $2, 'owner')`,
      [partner.partnerId, email],
    );
    receiver.reply(500, "/down");
    await happen(partner, ["payment 1", "payment 2", "payment 1"]);
    startWorkers();
    // Two payments, of which each has one delivery that is tried.
    await failedAttempts(id, 2);
    for (let days = 1; days <= 3; days += 1) {
      aheadMs += 25 * hourMs;
      // From the fifth failure on one of them is tried at a time.
      await failedAttempts(id, 2 + Math.min(2 * days, 1 + days));
    }
    await ended(id, 3, "failed");
    expect(await healthOf(id)).toMatchObject({ state: "disabled", reason: expect.stringContaining("three days") });
    const mails = await database.query<{ payload: unknown }>(
      "SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'kind' = 'webhook_disabled'",
    );
    expect(mails).toEqual([{ payload: expect.objectContaining({ email, url: receiver.url("/down") }) }]);
    await ended(other, 1);
    const [told] = await receiver.count(1, "/up");
    expect(told?.event).toMatchObject({ type: "webhook_endpoint.disabled", data: { id } });
    await happen(partner, ["payment 3"]);
    expect(await deliveriesOf(id)).toHaveLength(3);
  });

  test("for good, by status 410, is disabled at once", async () => {
    const { id } = await makeEndpoint(partner, { url: receiver.url() });
    receiver.reply(410);
    await happen(partner, ["payment 1"]);
    startWorkers();
    await ended(id, 1, "failed");
    expect(await healthOf(id)).toMatchObject({ state: "disabled", reason: expect.stringContaining("410") });
  });
});

test("a paused endpoint gets nothing, and all of it when it is enabled again, days later", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url() });
  const set = (state: "enabled" | "paused") => inTransaction((tx) => updateWebhookEndpoint(tx, scope(), id, { state }));
  await set("paused");
  startWorkers();
  await happen(partner, ["payment 1"]);
  aheadMs += 100 * hourMs;
  await happen(partner, ["payment 2"]);
  receiver.reply(500);
  await set("enabled");
  await failedAttempts(id, 2);
  receiver.reply(200);
  aheadMs += minuteMs;
  await ended(id, 2);
});

test("an endpoint whose URL is corrected gets at once what failed at the old one, and what waited for that", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url("/old") });
  receiver.reply(500, "/old");
  await happen(partner, ["payment 1", "payment 1"]);
  startWorkers();
  for (const [index, seconds] of [0, 10, 60, 180].entries()) {
    aheadMs += seconds * 1_000;
    await failedAttempts(id, index + 1);
  }
  await inTransaction((tx) => updateWebhookEndpoint(tx, scope(), id, { url: receiver.url("/new") }));
  await ended(id, 2);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/old", "/old", "/old", "/old", "/new", "/new"]);
});

test.for([
  ["410", 410, {}],
  ["503 with Retry-After", 503, { "retry-after": "3600" }],
] as const)("an answer of the URL before says nothing about another one: %s", async ([, status, headers]) => {
  const { id } = await makeEndpoint(partner, { url: receiver.url("/old") });
  const gone = Promise.withResolvers<void>();
  receiver.reply(
    (_webhook, response) => void gone.promise.then(() => response.writeHead(status, headers).end()),
    "/old",
  );
  await happen(partner, ["payment 1"]);
  startWorkers();
  await receiver.count(1, "/old");
  await inTransaction((tx) => updateWebhookEndpoint(tx, scope(), id, { url: receiver.url("/new") }));
  gone.resolve();
  await failedAttempts(id, 1);
  await happen(partner, ["payment 2"]);
  await receiver.count(2, "/new");
  expect(await healthOf(id)).toMatchObject({ state: "enabled", failures: 0, reason: null });
});

test("a deleted endpoint gets nothing more, and its deliveries fail", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url() });
  await happen(partner, ["payment 1"]);
  await inTransaction((tx) => deleteWebhookEndpoint(tx, scope(), id));
  await happen(partner, ["payment 2"]);
  startWorkers();
  await ended(id, 1, "failed");
  expect(receiver.received).toEqual([]);
  const [row] = await database.query<{ secret: Buffer }>("SELECT secret FROM webhook_endpoint WHERE id = $1", [id]);
  expect(row?.secret).toHaveLength(0);
});

type Change = readonly [change: string, make: (id: WebhookEndpointId) => Promise<unknown>];
const changes: readonly Change[] = [
  ["is deleted", (id) => inTransaction((tx) => deleteWebhookEndpoint(tx, scope(), id))],
  ["is paused", (id) => inTransaction((tx) => updateWebhookEndpoint(tx, scope(), id, { state: "paused" }))],
  ["gets a new secret at once", (id) => inTransaction((tx) => rotateWebhookSecret(tx, scope(), id, 0))],
];

test.for(changes)("an endpoint that %s gets nothing more of what waited in memory", async ([change, make]) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.reply(async (_webhook, response) => {
    if (receiver.received.length > 100) await promise;
    response.writeHead(204).end();
  });
  const { id, secret } = await makeEndpoint(partner, { url: receiver.url() });
  await happen(
    partner,
    Array.from({ length: 300 }, (_, index) => `payment ${index}`),
  );
  startWorkers();
  await until("deliveries that wait in memory", async () => {
    const taken = await database.query("SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND in_flight", [id]);
    return receiver.received.length > 100 && taken.length > atOnce.endpoint + 5;
  });
  await until("all places to be taken", () => receiver.received.length >= 100 + atOnce.endpoint);
  const before = receiver.received.length;
  await make(id);
  aheadMs += 2_000;
  resolve();
  // Deliveries on their way to a deleted endpoint end as failed if the others are failed first.
  if (change === "is deleted") await ended(id, 0, "pending");
  else if (change === "is paused") await ended(id, before);
  else await ended(id, 300);
  const late = receiver.received.slice(before);
  if (change === "gets a new secret at once") expect(late).toHaveLength(300 - before);
  else expect(late).toEqual([]);
  for (const { body, headers } of late) expect(() => new Webhook(secret).verify(body, headers)).toThrow();
});

test("a delivery that a killed worker had taken is made by another after a minute", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url() });
  await happen(partner, ["payment 1"]);
  const nextAt = new Date(Date.now() + minuteMs).toISOString();
  await database.query("UPDATE webhook_delivery SET in_flight = true, next_attempt_at = $2 WHERE endpoint_id = $1", [
    id,
    nextAt,
  ]);
  startWorkers();
  await happen(partner, ["payment 2"]);
  await ended(id, 1);
  aheadMs += 61_000;
  await ended(id, 2);
  expect(receiver.received).toHaveLength(2);
});

test("a delivery that waits for one under way is looked at again within seconds", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url() });
  await happen(partner, ["same", "same"]);
  const now = new Date(Date.now() + 1_000);
  const { taken } = await claimDeliveries([{ endpointId: id, count: 2, isProbe: false }], now);
  const [first, second] = await database.query<{ eventId: string; isInFlight: boolean; leftMs: number }>(
    `SELECT event_id AS "eventId", in_flight AS "isInFlight", extract(epoch FROM next_attempt_at - $2)::float8 * 1000 AS "leftMs"
     FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY event_id`,
    [id, now],
  );
  expect(taken.map(({ eventId }) => eventId)).toEqual([first?.eventId]);
  expect(first).toMatchObject({ isInFlight: true, leftMs: leaseMs });
  // The second isn't under way yet when the first is claimed, so it is looked at when the first has been.
  await claimDeliveries([{ endpointId: id, count: 2, isProbe: false }], new Date(now.getTime() + 1_000));
  const [, later] = await database.query<{ leftMs: number }>(
    `SELECT extract(epoch FROM next_attempt_at - $2)::float8 * 1000 AS "leftMs" FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY event_id`,
    [id, now],
  );
  expect(second?.isInFlight).toBe(false);
  expect(later?.leftMs).toBe(6_000);
});

test("an event that can't be written down delays no other, and is delivered once it can", async () => {
  const { id } = await makeEndpoint(partner, { url: receiver.url("/") });
  await happen(partner, ["broken", "sound", "sound too"]);
  const [broken] = (await deliveriesOf(id)).filter(({ subject }) => subject === "broken");
  let isMended = false;
  workers.push(
    startDeliveries(async (events) => {
      if (!isMended && events.some(({ eventId }) => eventId === broken?.eventId)) throw new Error("broken");
      return renderEvents(events);
    }),
  );
  const sent = await ended(id, 2);
  expect(sent.find(({ subject }) => subject === "broken")).toMatchObject({ state: "pending", attempts: 0 });
  isMended = true;
  aheadMs += 2 * minuteMs;
  await ended(id, 3);
});
