import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { defaultPermissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { advanceReplays } from "#lib/domain/webhooks/replays/advance-replays.ts";
import { type Api, type Send, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";
import { happen, startDeliveries } from "#test/webhooks/webhook-rig.ts";

const path = "/v1/webhook-endpoints";

let api: Api;
let receiver: Receiver;
let partner: TestPartner;
let send: Send;
let worker: { stop(): Promise<void> } | null = null;

beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.reply(204);
  partner = await createPartner();
  send = (method, at, body, headers) => api.send(method, at, body, { "api-key": partner.apiKey, ...headers });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});

async function create(body: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body: created, text } = await send("POST", path, { url: receiver.url(), ...body });
  expect(status, text).toBe(201);
  return created as { id: string; secret: string };
}

const statesOf = async (id: string) => {
  const { body } = await send("GET", `${path}/${id}/deliveries?limit=200`);
  return (body.data as { status: string }[]).map(({ status }) => status);
};

const replayed = (id: string) =>
  until("the replay", async () => {
    await advanceReplays();
    const { lastReplay } = (await send("GET", `${path}/${id}`)).body as {
      lastReplay: { status: string; queued: number };
    };
    return lastReplay.status === "completed" ? lastReplay : null;
  });

describe("the URL of an endpoint", () => {
  test.for([
    ["http://shop.example/hook", "must start with https://"],
    ["ftp://shop.example", "must start with https://"],
    ["https://ann:secret@shop.example/", "must not have a user name or password"],
    ["https://shop.example/#part", "must not have a fragment: leave out the # and what follows"],
    ["https://10.1.2.3/", "must be at a public address; use a tunnel to reach a private one"],
    ["https://[::ffff:10.1.2.3]/", "must be at a public address; use a tunnel to reach a private one"],
    ["https://0xa.1/", "must be at a public address; use a tunnel to reach a private one"],
    ["https://localhost/", "must be at a public address; use a tunnel to reach a private one"],
    ["https://intranet/", "must be at a public address; use a tunnel to reach a private one"],
    ["shop.example", "must be a URL of at most 2048 characters, such as https://shop.example/webhooks"],
  ] as const)("may not be %s", async ([url, message]) => {
    const { status, body } = await send("POST", path, { url });
    expect([status, body.message]).toEqual([400, `url ${message}`]);
  });
});

test("a secret is returned once, is sealed in every row, and the audit log has a fingerprint of it only", async () => {
  const headers = { "idempotency-key": "once" };
  const body = { url: receiver.url() };
  const [first, again] = [await send("POST", path, body, headers), await send("POST", path, body, headers)];
  expect(again.text).toBe(first.text);
  const { id, secret } = first.body as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const answer of [await send("GET", path), await send("GET", `${path}/${id}`)]) {
    expect(answer.text).not.toContain("whsec_");
  }
  const rows = await api.query<{ row: string }>(
    `SELECT to_jsonb(t)::text AS row FROM webhook_endpoint t UNION ALL SELECT to_jsonb(t)::text FROM idempotency_key t
     UNION ALL SELECT to_jsonb(t)::text FROM audit_entry t WHERE subject_type = 'webhook_endpoint'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const form of [
    secret,
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret.slice(6), "base64").toString("hex"),
  ]) {
    expect(rows.filter(({ row }) => row.includes(form))).toEqual([]);
  }
});

test("a change is audited, the health of an endpoint isn't", async () => {
  const { id } = await create();
  await send("PATCH", `${path}/${id}`, { status: "paused" });
  await api.query(
    "UPDATE webhook_endpoint SET failures = 3, last_success_at = now(), blocked_until = now() WHERE id = $1",
    [id],
  );
  await send("PATCH", `${path}/${id}`, { status: "enabled" });
  await send("POST", `${path}/${id}/rotate-secret`, {});
  await send("POST", `${path}/${id}/replay`, { failed: true });
  await send("DELETE", `${path}/${id}`);
  const entries = await api.query<{ action: string; after: Record<string, unknown> | null }>(
    "SELECT action, after FROM audit_entry WHERE partner_id = $1 AND subject_type LIKE 'webhook%' ORDER BY id",
    [partner.partnerId],
  );
  const actions = ["created", "updated", "updated", "updated"].map((verb) => `webhook_endpoint.${verb}`);
  expect(entries.map(({ action }) => action)).toEqual([
    ...actions,
    "webhook_replay.created",
    "webhook_endpoint.deleted",
  ]);
  expect(entries[1]?.after).toEqual({ state: "paused" });
  expect(entries[2]?.after).toEqual({ state: "enabled" });
  expect(Object.keys(entries[3]?.after ?? {}).sort()).toEqual(
    ["old_secret", "old_secret_key_id", "old_secret_until", "secret"].sort(),
  );
});

test("the filter of an endpoint names the partner's own merchants only", async () => {
  const stranger = await createPartner();
  for (const other of [stranger.merchantId, "mrch_", "\u0000", "\ud800"]) {
    const { status, body } = await send("POST", path, {
      url: receiver.url(),
      merchantIds: [partner.merchantId, other],
    });
    expect([status, body.message]).toEqual([400, "merchantIds.1 must be the id of one of your merchants"]);
  }
});

test("a key gets the permission to manage webhooks only when it is named", () => {
  expect(defaultPermissions).toContain("webhooks:read");
  expect(defaultPermissions).not.toContain("webhooks:write");
});

describe("a test event", () => {
  test("is sent at once, whatever the endpoint's status, and its result returned", async () => {
    const { id } = await create({ eventTypes: ["payout.sent"] });
    await send("PATCH", `${path}/${id}`, { status: "paused" });
    receiver.reply((_webhook, response) => response.writeHead(202).end("thanks"));
    const { body } = await send("POST", `${path}/${id}/test`);
    expect(body).toMatchObject({ delivered: true, error: null, httpStatus: 202, answer: "thanks" });
    expect(receiver.received.map(({ event }) => event.type)).toEqual(["webhook.test"]);
    expect(await statesOf(id)).toEqual([]);
  });

  test("that isn't delivered says why", async () => {
    const { id } = await create({ url: "http://127.0.0.1:1/" });
    const { body } = await send("POST", `${path}/${id}/test`);
    expect(body).toMatchObject({ delivered: false, httpStatus: null, error: "The connection was refused." });
  });
});

describe("test events are limited", () => {
  const test10 = (id: string) => Promise.all(Array.from({ length: 10 }, () => send("POST", `${path}/${id}/test`)));
  const codes = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

  test("to ten a minute for an endpoint, and thirty for a partner", async () => {
    const [first, second, third, fourth] = [await create(), await create(), await create(), await create()];
    expect(codes(await test10(first.id))).toEqual([200]);
    const eleventh = await send("POST", `${path}/${first.id}/test`);
    expect([eleventh.status, eleventh.body]).toEqual([
      429,
      { code: "rate_limited", message: "At most 10 tests of this endpoint can be sent in a minute. Try again later." },
    ]);
    expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(codes(await test10(second.id))).toEqual([200]);
    // The refused test doesn't count.
    expect(codes(await test10(third.id))).toEqual([200]);
    const last = await send("POST", `${path}/${fourth.id}/test`);
    expect([last.status, last.body.message]).toEqual([429, expect.stringContaining("At most 30 tests")]);
    expect(receiver.received).toHaveLength(30);
    const stranger = await createPartner();
    send = (method, at, body) => api.send(method, at, body, { "api-key": stranger.apiKey });
    const { id } = await create();
    expect((await send("POST", `${path}/${id}/test`)).status).toBe(200);
  });
});

describe("a replay", () => {
  test("of one event delivers it again, also to an endpoint that didn't exist yet", async () => {
    const stranger = await createPartner();
    await create({ eventTypes: ["payout.sent"] });
    await happen(partner, ["payment 1"]);
    await happen(stranger, ["theirs"]);
    const { id } = await create();
    const eventOf = async (owner: TestPartner) =>
      (
        await api.query<{ id: string }>("SELECT id FROM event WHERE partner_id = $1 ORDER BY id DESC LIMIT 1", [
          owner.partnerId,
        ])
      )[0]?.id;
    const foreign = await send("POST", `${path}/${id}/replay`, { eventId: await eventOf(stranger) });
    const unknown = await send("POST", `${path}/${id}/replay`, { eventId: "evt_01J00000000000000000000000" });
    expect([foreign.status, foreign.text]).toEqual([422, unknown.text]);
    for (const queued of [1, 0]) {
      const { status, body } = await send("POST", `${path}/${id}/replay`, { eventId: await eventOf(partner) });
      expect([status, body]).toEqual([201, expect.objectContaining({ status: "completed", queued })]);
    }
    worker = startDeliveries();
    await receiver.count(1);
    expect(receiver.received.map(({ event }) => event.data.subject)).toEqual(["payment 1"]);
  });

  test("of all that failed delivers those again, once each, and no others", async () => {
    const { id } = await create();
    await happen(partner, ["failed 1", "delivered", "failed 2"]);
    await api.query(
      `UPDATE webhook_delivery d SET state = (CASE WHEN subject LIKE 'failed%' THEN 'failed' ELSE 'succeeded' END)::webhook_delivery_state,
         finished_at = now() - interval '1 minute' WHERE endpoint_id = $1`,
      [id],
    );
    await send("POST", `${path}/${id}/replay`, { failed: true });
    worker = startDeliveries();
    expect(await replayed(id)).toMatchObject({ queued: 2 });
    await until("the deliveries", async () => (await statesOf(id)).every((state) => state === "succeeded"));
    expect(receiver.received.map(({ event }) => event.data.subject).sort()).toEqual(["failed 1", "failed 2"]);
  });

  test("of a time delivers the events of that time that match the filters, in batches, delivered or not", async () => {
    const startTs = clock.now().toISOString();
    const many = Array.from({ length: 2_100 }, (_, index) => `payment ${index}`);
    await api.query(
      // Of no merchant, so that each has a subject of its own and they are delivered side by side.
      `INSERT INTO event (id, partner_id, type, data, created_at)
       SELECT $2 || lpad(n::text, 16, '0'), $1, CASE WHEN n % 3 = 0 THEN 'payout.sent' ELSE 'payment.succeeded' END, '{}', now()
       FROM generate_series(1, $3::int) n`,
      [partner.partnerId, idPrefixAt(clock.now()), many.length],
    );
    await api.query(
      "INSERT INTO event (id, partner_id, type, data, created_at) VALUES ($2, $1, 'payout.sent', '{}', now())",
      [partner.partnerId, `${idPrefixAt(new Date(Date.parse(startTs) - 60_000))}${"0".repeat(16)}`],
    );
    const { id } = await create({ eventTypes: ["payout.sent"] });
    await until("the next millisecond", () => clock.now().toISOString() > startTs);
    const { body } = await send("POST", `${path}/${id}/replay`, { startTs });
    expect(body).toMatchObject({ type: "range", status: "running" });
    const second = await send("POST", `${path}/${id}/replay`, { failed: true });
    expect([second.status, second.body.code]).toEqual([400, "invalid_state"]);
    expect(await replayed(id)).toMatchObject({ queued: 700 });
    worker = startDeliveries();
    await receiver.count(700);
    await until("all results", async () => {
      const sql = "SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'succeeded'";
      return (await api.query(sql, [id])).length === 700;
    });
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(700);
  });

  test("takes its times in every form of RFC 3339 that lists take", async () => {
    const { id } = await create();
    const { status, text } = await send("POST", `${path}/${id}/replay`, { startTs: "2026-11-01t08:00:00.5+01:00" });
    expect(status, text).toBe(201);
    const tooEarly = await send("POST", `${path}/${id}/replay`, { startTs: "0000-06-01T00:00:00Z" });
    expect([tooEarly.status, tooEarly.body.message]).toEqual([400, "startTs must be in the years 1 to 9999 in UTC"]);
  });
});

/** The beginning of an event's id at a time. */
function idPrefixAt(time: Date): string {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let rest = time.getTime();
  let text = "";
  for (let place = 0; place < 10; place += 1) {
    text = `${digits[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return `evt_${text}`;
}

test("deliveries are listed with filters and pages, and fetched with their attempts", async () => {
  const { id } = await create();
  await happen(partner, ["a", "b", "c"]);
  await happen(partner, ["d"], "payout.sent");
  worker = startDeliveries();
  await until("the deliveries", async () => (await statesOf(id)).filter((state) => state === "succeeded").length === 4);
  type Page = { data: { eventId: string; type: string; attemptCount: number }[]; nextCursor: string | null };
  const list = async (query: string) =>
    (await send("GET", `${path}/${id}/deliveries?${query}`)).body as unknown as Page;
  const first = await list("limit=3&status=succeeded");
  const second = await list(`limit=3&status=succeeded&cursor=${first.nextCursor}`);
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([3, 1, null]);
  const events = [...first.data, ...second.data].map(({ eventId }) => eventId);
  expect(events).toEqual(events.toSorted().toReversed());
  expect((await list("type=payout.sent")).data.map(({ type }) => type)).toEqual(["payout.sent"]);
  expect((await list("status=failed,pending")).data).toEqual([]);
  const { body } = await send("GET", `${path}/${id}/deliveries/${events[0]}`);
  expect(body).toMatchObject({
    status: "succeeded",
    attempts: [{ number: 1, httpStatus: 204, error: null, answer: "" }],
  });
});
