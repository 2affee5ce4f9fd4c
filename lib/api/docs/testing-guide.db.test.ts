import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EventType, eventTypes } from "#lib/core/event-types.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Api, type Send, startApi } from "#test/api/start-api.ts";
import type { TestPartner } from "#test/stack/partner.ts";

// Walks the table of outcomes in the guide "Test your integration", as an integrator does.

type Outcome = { name: string; requests: string[]; events: string[] };

const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const guide = await readFile(new URL("guides/testing.md", import.meta.url), "utf8");
const outcomes: Outcome[] = guide.split("\n").flatMap((line) => {
  const [, name, requests, events] = line.split("|").map((cell) => cell.trim());
  if (name === undefined || requests === undefined || events === undefined || !requests.startsWith("`POST ")) return [];
  return [{ name, requests: codesOf(requests), events: codesOf(events) }];
});

let api: Api;
let live: TestPartner;
let partner: TestPartner;
let send: Send;

beforeAll(async () => {
  api = await startApi();
  live = await createSettledPartner();
  partner = await createSettledPartner({ testOf: live.partnerId });
  send = api.as(partner);
});
afterAll(() => api.stop());

async function createPayment(): Promise<string> {
  const amount = { unit: "iso4217/USD", value: "2490" };
  const { body } = await send("POST", "/v1/payments", { referenceId: "ORDER-1", amount });
  expect(body.live).toBe(false);
  return String(body.paymentId);
}

/** Sends a request of the table. @param ids of the payment and, once it has one, of its refund. */
async function carryOut(by: Send, request: string, ids: Record<string, string>) {
  const filled = request.replaceAll(/\{(id|refundId)\}/g, (_, name: string) => ids[name] ?? "");
  const [, method = "", path = "", body] = /^(POST) (\S+)(?: (\{.*\}))?$/.exec(filled) ?? [];
  return by(method, path, body ?? {});
}

test.for(outcomes)("$name", async ({ requests, events }) => {
  const id = await createPayment();
  let refundId = "";
  for (const request of requests) {
    const { status, text, body } = await carryOut(send, request, { id, refundId });
    expect(status, text).toBeLessThan(300);
    refundId = String(body.refundId ?? refundId);
  }
  const listed = await send("GET", `/v1/events?paymentId=${id}`);
  const seen = (listed.body.data as { type: string; live: boolean }[]).toReversed();
  expect(seen.map(({ type }) => type)).toEqual(["payment.created", ...events]);
  expect(new Set(seen.map((event) => event.live))).toEqual(new Set([false]));
});

test("the table has every event of a payment, its payout and its refunds", () => {
  const isOfPayment = (type: EventType) => /^(payment|payout|refund)\./.test(type) && type !== "payment.created";
  const shown = new Set(outcomes.flatMap(({ events }) => events));
  expect([...shown].sort()).toEqual(eventTypes.filter(isOfPayment).sort());
});

test("a live key is refused with 403, and the live payment stays as it is", async () => {
  const asLive = api.as(live);
  const amount = { unit: "iso4217/USD", value: "2490" };
  const created = await asLive("POST", "/v1/payments", { referenceId: "ORDER-1", amount });
  const id = String(created.body.paymentId);
  for (const { requests } of outcomes) {
    const [move = ""] = requests.filter((request) => request.includes("/v1/test/payments/"));
    if (move === "") continue;
    const { status, body } = await carryOut(asLive, move, { id });
    expect([status, body.code]).toEqual([403, "forbidden"]);
  }
  expect((await asLive("GET", `/v1/payments/${id}`)).body).toMatchObject({ live: true, status: "requires_action" });
});

test("a move that a payment can't make is refused", async () => {
  const id = await createPayment();
  const move = (to: string) => send("POST", `/v1/test/payments/${id}/advance`, { to });
  expect((await move("expired")).body).toMatchObject({ status: "expired", isFinal: true });
  for (const to of ["processing", "succeeded", "failed", "expired"]) {
    const { status, body } = await move(to);
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  }
});

test("a merchant without a settlement destination has its money held until there is one", async () => {
  const id = await createPayment();
  await api.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);
  const path = `/v1/test/payments/${id}/advance`;
  await send("POST", path, { to: "succeeded" });
  expect((await send("GET", `/v1/payments/${id}`)).body).toMatchObject({ status: "succeeded", settlement: null });
  expect((await send("POST", path, { to: "succeeded", payout: "sent" })).body).toMatchObject({ code: "invalid_state" });
  const asset = "eip155:31337/erc20:0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01";
  const destination = "eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const settlements = `/v1/merchants/${partner.merchantId}/settlements/crypto`;
  expect((await send("POST", settlements, { settlements: [{ asset, destination }] })).status).toBe(201);
  expect((await send("POST", path, { to: "succeeded", payout: "sent" })).status).toBe(200);
  expect((await send("GET", `/v1/payments/${id}`)).body).toMatchObject({
    settlement: { successful: { amount: { unit: `caip19/${asset}` } } },
  });
});
