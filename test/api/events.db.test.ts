import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renderEvents } from "#lib/api/render-events.ts";
import { useClock } from "#lib/core/clock.ts";
import type { EventId, PaymentId } from "#lib/core/ids.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteOldEvents } from "#lib/domain/events/delete-old-events.ts";
import { failPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { validator } from "#test/api/document.ts";
import { type Api, type Send, startApi } from "#test/api/start-api.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import type { TestPartner } from "#test/stack/partner.ts";

type WireEvent = { id: EventId; type: string; timestamp: string; data: Record<string, Record<string, unknown>> };

let api: Api;
let partner: TestPartner;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi({ RPC_URLS_8453: "http://127.0.0.1:1" });
});
beforeEach(async () => {
  partner = await createSettledPartner();
});
afterEach(() => {
  restoreClock();
  restoreClock = () => {};
});
afterAll(() => api.stop());

const byPartner = (): Send => (method, path, body, headers) =>
  api.send(method, path, body, { "api-key": partner.apiKey, ...headers });

async function list(query = "", headers: Record<string, string> = {}) {
  const { status, body, text } = await byPartner()("GET", `/v1/events${query}`, undefined, headers);
  expect(status, text).toBe(200);
  return body as { data: WireEvent[]; nextCursor: string | null };
}

/** The types of a list's events, oldest first. */
const typesOf = ({ data }: { data: WireEvent[] }) => data.map(({ type }) => type).toReversed();

/** Brings a payment through success, a failed payout, the payout and a refund in part. */
async function liveThrough(id: PaymentId): Promise<void> {
  await payWithPayout(id);
  await api.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
  await inTransaction((tx) => failPayout(tx, { paymentId: id, attempt: 1 }, "the account is frozen"));
  await applyEvent(id, "settlement_ordered");
  await applyEvent(id, "settled");
  const amount = { unit: "iso4217/USD", value: "500" };
  await byPartner()("POST", "/v1/refunds", { paymentId: id, amount, mode: "mark" });
}

describe("an event", () => {
  test("has the payment as it was after it, the refund or the payout, and looks the same each time", async () => {
    const id = await createTestPayment(partner);
    await liveThrough(id);
    const page = await list(`?paymentId=${id}`);
    expect(
      page.data.toReversed().map(({ type, data }) => [type, data.payment?.status, data.payment?.settlement]),
    ).toEqual([
      ["payment.created", "requires_action", undefined],
      ["payment.processing", "processing", undefined],
      ["payment.succeeded", "succeeded", { settled: false }],
      ["payout.failed", "succeeded", { settled: false }],
      ["payout.sent", "succeeded", expect.objectContaining({ settled: true })],
      ["refund.marked", "succeeded", expect.objectContaining({ settled: true })],
    ]);
    const [marked, sent, failed] = page.data;
    expect(failed?.data.payout).toMatchObject({ status: "failed", reason: "the account is frozen" });
    expect(failed?.data.payout?.destination).toMatch(/^eip155:8453:0x7099/);
    expect(sent?.data.payout).toMatchObject({ status: "sent", txId: `0x${"bb".repeat(32)}` });
    expect(marked?.data.refund).toMatchObject({ paymentId: id, status: "marked" });
    expect(marked?.data.payment?.refund).toMatchObject({ status: "partial" });
    const { body } = await byPartner()("GET", `/v1/payments?referenceId=order`);
    expect(marked?.data.payment).toEqual((body.data as unknown[])[0]);
    await byPartner()("POST", "/v1/refunds", { paymentId: id, mode: "mark" });
    const [rest] = (await list(`?paymentId=${id}`)).data;
    expect([rest?.type, rest?.data.payment?.refund]).toMatchObject(["refund.marked", { status: "full" }]);
  });

  test("conforms to the document, alone, in a list and as a webhook, byte for byte in each version", async () => {
    await liveThrough(await createTestPayment(partner));
    await byPartner()("PATCH", `/v1/merchants/${partner.merchantId}`, { merchantName: "Renamed" });
    const { data } = await list();
    expect(data.map(({ type }) => type)).toEqual(expect.arrayContaining(["merchant.updated", "api_key.created"]));
    for (const version of ["2026-02-18", "2026-02-19.preview"] as const) {
      const wanted = data.map(({ id: eventId }) => ({ partnerId: partner.partnerId, eventId, apiVersion: version }));
      const rendered = await renderEvents(wanted);
      for (const { id, type } of data) {
        const alone = await byPartner()("GET", `/v1/events/${id}`, undefined, { "service-version": version });
        expect(rendered.get(id)).toBe(alone.text);
        expect(alone.body.apiVersion).toBe(version);
        const path = ["requestBody", "content", "application/json", "schema"];
        expect(validator(version, "webhooks", type, "post", ...path)(alone.body)).toEqual([]);
      }
    }
  });

  test("is deleted after 90 days with its deliveries, and a newer one is not", async () => {
    const id = await createTestPayment(partner);
    const [old] = (await list(`?paymentId=${id}`)).data;
    if (old === undefined) throw new Error("there is no event");
    const endpointId = newId("whe", new Date());
    const { partnerId } = partner;
    await api.query(
      `INSERT INTO webhook_endpoint (id, partner_id, url, api_version, secret_key_id, secret, created_at, updated_at)
       VALUES ($1, $2, 'https://shop.example/hooks', '2026-02-18', 'k', '\\x00', now(), now())`,
      [endpointId, partnerId],
    );
    await api.query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, partner_id, subject, queued_at, next_attempt_at)
       VALUES ($1, $2, $3, $4, now(), now())`,
      [endpointId, old.id, partnerId, id],
    );
    await api.query("INSERT INTO webhook_attempt VALUES ($1, $2, 1, now(), 500, 'HTTP 500', 12, '')", [
      endpointId,
      old.id,
    ]);
    const later = new Date(Date.now() + 90 * 24 * 3_600_000 + 60_000);
    restoreClock = useClock({ now: () => later });
    await createTestPayment(partner);
    await deleteOldEvents();
    expect(typesOf(await list())).toEqual(["payment.created"]);
    const missing = await byPartner()("GET", `/v1/events/${old.id}`);
    expect([missing.status, missing.body.code]).toEqual([404, "not_found"]);
    expect(await renderEvents([{ partnerId, eventId: old.id, apiVersion: "2026-02-18" }])).toEqual(new Map());
    const left = await api.query(
      `SELECT event_id FROM webhook_delivery WHERE event_id = $1 UNION ALL SELECT event_id FROM webhook_attempt`,
      [old.id],
    );
    expect(left).toEqual([]);
  });
});

describe("the list of events", () => {
  test("is read page by page, newest first, by any filter, without gaps or repeats", async () => {
    for (let count = 0; count < 3; count += 1) await bringTo(await createTestPayment(partner), "cancelled");
    await byPartner()("PATCH", `/v1/merchants/${partner.merchantId}`, { merchantName: "Renamed" });
    const { merchantId } = partner;
    const filters = ["", `&merchantId=${merchantId}`, "&type=payment.created,payment.cancelled"];
    for (const filter of [...filters, `&merchantId=${merchantId}&type=payment.created&type=merchant.updated`]) {
      const whole = (await list(`?limit=200${filter}`)).data.map(({ id }) => id);
      expect(whole).toEqual(whole.toSorted().toReversed());
      const read: string[] = [];
      let cursor = "";
      do {
        const page = await list(`?limit=2${filter}${cursor}`);
        read.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
      } while (cursor !== "");
      expect(read).toEqual(whole);
      expect(read.length).toBeGreaterThan(3);
    }
  });

  test("has the events of a time, a type, a payment or a merchant", async () => {
    const first = await createTestPayment(partner);
    await bringTo(first, "cancelled");
    const { data } = await list();
    const [last] = data;
    const at = last?.timestamp ?? "";
    const next = new Date(Date.parse(at) + 1).toISOString();
    expect((await list(`?startTs=${next}`)).data).toEqual([]);
    expect((await list(`?startTs=${at}&endTs=${next}`)).data).toContainEqual(last);
    expect((await list(`?endTs=${at}`)).data).not.toContainEqual(last);
    expect(typesOf(await list("?type=api_key.created"))).toEqual(["api_key.created"]);
    expect(typesOf(await list("?type=api_key.created&type=api_key.created,api_key.created"))).toEqual([
      "api_key.created",
    ]);
    expect(typesOf(await list(`?paymentId=${first}&type=payment.cancelled`))).toEqual(["payment.cancelled"]);
    expect(typesOf(await list(`?merchantId=${partner.merchantId}`))).toEqual(["payment.created", "payment.cancelled"]);
    expect((await list("?merchantId=mrch_unknown")).data).toEqual([]);
  });

  test("of a merchant has neither those of other merchants nor those of the partner", async () => {
    await createTestPayment(partner);
    const sibling = await byPartner()(
      "POST",
      "/v1/merchants",
      { merchantName: "Sibling", merchantEmail: "s@shop.example" },
      { "idempotency-key": "sibling" },
    );
    const [created] = (await list("?type=merchant.created")).data;
    const as = (merchantId: unknown) => ({ "merchant-id": String(merchantId) });
    expect(typesOf(await list("", as(partner.merchantId)))).toEqual(["payment.created"]);
    expect(typesOf(await list("", as(sibling.body.merchantId)))).toEqual(["merchant.created"]);
    expect((await list(`?merchantId=${sibling.body.merchantId}`, as(partner.merchantId))).data).toEqual([]);
    const foreign = await byPartner()("GET", `/v1/events/${created?.id}`, undefined, as(partner.merchantId));
    expect(foreign.status).toBe(404);
  });
});
