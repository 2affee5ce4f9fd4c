import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { readPaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import { expireRefunds } from "#lib/domain/payments/refunds/expire-refunds.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let paymentId: PaymentId;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
  paymentId = await createTestPayment(partner);
});
afterEach(() => restoreClock());
afterAll(() => api.stop());

const said = ({ status, body }: Answer) => [status, body.code];
const refund = (body: unknown = { paymentId }, headers: Record<string, string> = {}) =>
  api.send("POST", "/v1/refunds", body, { "api-key": partner.apiKey, ...headers });
const stored = async (id: string = paymentId) => {
  const [row] = await api.query<{ status: string; version: number; refunded_at: Date | null }>(
    "SELECT status, version, refunded_at FROM payment WHERE id = $1",
    [id],
  );
  return row;
};

describe("a refund", () => {
  test("marks a succeeded payment, records an event, and keeps its status and payout", async () => {
    await bringTo(paymentId, "succeeded");
    const now = new Date(Date.now() + 5_000);
    restoreClock = useClock({ now: () => now });
    const answer = await refund();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        live: true,
        paymentId,
        refundId: expect.stringMatching(/^rfd_/),
        amount: expect.objectContaining({ value: "12500000" }),
        status: "marked",
      },
    ]);
    expect(await stored()).toEqual({ status: "succeeded", version: 3, refunded_at: now });
    const events = await api.query(
      "SELECT version, type, data FROM payment_event WHERE payment_id = $1 AND version = 3",
      [paymentId],
    );
    expect(events).toEqual([{ version: 3, type: "refunded", data: { refundId: answer.body.refundId } }]);
    const { body } = await api.as(partner)("GET", `/v1/payments/${paymentId}/status`);
    expect(body).toMatchObject({ status: "succeeded", isFinal: true });
    expect(await api.query("SELECT 1 FROM relay_transaction WHERE payment_id = $1", [paymentId])).toEqual([]);
  });

  test("a second time is a 409 and keeps the time of the first", async () => {
    await bringTo(paymentId, "succeeded");
    await refund();
    const before = await stored();
    expect(said(await refund())).toEqual([409, "already_refunded"]);
    expect(await stored()).toEqual(before);
  });

  test("ten times at once is recorded once", async () => {
    await bringTo(paymentId, "succeeded");
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect((await stored())?.version).toBe(3);
  });

  test.for(["requires_action", "processing", "failed", "cancelled"] as const)(
    "is refused when the payment is %s",
    async (status) => {
      await bringTo(paymentId, status);
      const before = await stored();
      expect(before?.status).toBe(status);
      expect(said(await refund())).toEqual([400, "payment_not_succeeded"]);
      expect(await stored()).toEqual(before);
    },
  );

  test("is refused when the payment has expired, recorded or not", async () => {
    restoreClock = useClock({ now: () => new Date(Date.now() + 3_600_000) });
    expect(said(await refund())).toEqual([400, "payment_not_succeeded"]);
    await expirePayments();
    expect((await stored())?.status).toBe("expired");
    expect(said(await refund())).toEqual([400, "payment_not_succeeded"]);
  });

  test("of an unknown or another partner's payment is the same 404", async () => {
    const other = await createPartner();
    const theirs = await createTestPayment(other);
    await bringTo(theirs, "succeeded");
    const answers = await Promise.all(
      [newId("pay", new Date()), "nonsense", "pay_\0", theirs].map((id) => refund({ paymentId: id })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"code":"not_found","message":"Payment not found."}']),
    );
    expect((await stored(theirs))?.refunded_at).toBeNull();
  });

  test("accepts the payment's Merchant-Id and refuses any other", async () => {
    await bringTo(paymentId, "succeeded");
    const other = await createPartner();
    const sibling = newId("mrch", new Date());
    await api.query(
      `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
       VALUES ($1, $2, 'Sibling', 'sibling@shop.example', now(), now())`,
      [sibling, partner.partnerId],
    );
    for (const merchantId of [newId("mrch", new Date()), "nonsense", other.merchantId, sibling]) {
      expect(said(await refund({ paymentId }, { "merchant-id": merchantId }))).toEqual([403, "forbidden"]);
    }
    expect((await stored())?.refunded_at).toBeNull();
    expect((await refund({ paymentId }, { "merchant-id": partner.merchantId })).status).toBe(200);
  });

  test.for<[string, unknown, string]>([
    ["no body", undefined, ""],
    ["no payment", {}, "paymentId"],
    ["an empty id", { paymentId: "" }, "paymentId"],
    ["a number", { paymentId: 1 }, "paymentId"],
    ["an amount", { paymentId: "pay_1", amount: "1" }, "amount"],
  ])("with %s is refused", async ([, body, field]) => {
    const answer = await api.send("POST", "/v1/refunds", body, { "api-key": partner.apiKey });
    expect([answer.status, answer.body.code, issueFields(answer)]).toEqual([400, "params_validation", [field]]);
  });

  test("needs its own permission", async () => {
    const writer = await createPartner({ permissions: ["payments:write", "payments:read"] });
    expect(said(await refund({ paymentId }, { "api-key": writer.apiKey }))).toEqual([403, "forbidden"]);
  });
});

describe("a refund in part", () => {
  const dollars = (value: string) => ({ unit: "iso4217/USD", value });
  const usdc = (value: string) => ({
    unit: "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    value,
  });
  const detailsOf = async () => (await api.as(partner)("GET", `/v1/payments/${paymentId}`)).body;
  beforeEach(() => bringTo(paymentId, "succeeded"));

  test("is converted pro rata, and the payment is refunded once its parts add up to what was paid", async () => {
    expect((await detailsOf()).refund).toBeUndefined();
    expect((await refund({ paymentId, amount: dollars("500") })).body).toMatchObject({ amount: { value: "5000000" } });
    expect((await stored())?.refunded_at).toBeNull();
    expect((await detailsOf()).refund).toMatchObject({
      status: "partial",
      amount: { value: "5000000" },
      refunds: [{ mode: "mark", status: "marked" }],
    });
    expect((await refund({ paymentId, amount: usdc("7499999") })).status).toBe(200);
    const tooMuch = await refund({ paymentId, amount: usdc("2") });
    expect([...said(tooMuch), issueFields(tooMuch)]).toEqual([400, "params_validation", ["amount.value"]]);
    expect(tooMuch.body.message).toContain("must be at most 1,");
    expect((await refund({ paymentId })).body).toMatchObject({ amount: { value: "1" }, status: "marked" });
    expect((await stored())?.refunded_at).not.toBeNull();
    expect(said(await refund({ paymentId, amount: usdc("1") }))).toEqual([409, "already_refunded"]);
    const events = await api.query<{ type: string }>(
      "SELECT type FROM payment_event WHERE payment_id = $1 ORDER BY version OFFSET 2",
      [paymentId],
    );
    expect(events.map(({ type }) => type)).toEqual(["refund_marked", "refund_marked", "refund_marked", "refunded"]);
    const { body } = await api.as(partner)("GET", "/v1/payments");
    expect(body).toMatchObject({
      data: [{ refund: { status: "full", refunds: [{}, {}, {}] } }],
      stats: {
        totalRevenue: [{ amount: 12.5, currency: "USD" }],
        totalRefunded: [{ amount: 12.5, currency: "USD" }],
      },
    });
  });

  test("of what is left succeeds once when it is sent twice at once", async () => {
    const answers = await Promise.all(["800", "800"].map((value) => refund({ paymentId, amount: dollars(value) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await detailsOf()).refund).toMatchObject({ amount: { value: "8000000" } });
  });
});

describe("a requested refund", () => {
  const request = (amount?: unknown) => refund({ paymentId, amount, mode: "request" });
  const link = ({ body }: Answer) => `/v1/refund-requests/${String(body.url).split("/").at(-1)}`;
  const asWallet = (path: string) => api.send("GET", path, undefined, { "app-id": partner.appId });

  test("has a link that expires after 7 days, and is stored as a hash only", async () => {
    await payWithPayout(paymentId);
    await applyEvent(paymentId, "settled");
    const answer = await request({ unit: "iso4217/USD", value: "250" });
    const inAWeek = Math.floor(Date.now() / 1_000) + 7 * 86_400;
    expect(answer.body).toMatchObject({ status: "requested", amount: { value: "2500000" } });
    expect(Math.abs(Number(answer.body.expiresAt) - inAWeek)).toBeLessThan(60);
    const [row] = await api.query<{ row: string }>("SELECT r::text AS row FROM refund r", []);
    expect(row?.row).not.toContain(link(answer).split("/").at(-1));
    expect((await asWallet(link(answer))).body).toMatchObject({ status: "requested", referenceId: "order 1" });
    expect(said(await asWallet(`${link(answer)}x`))).toEqual([404, "not_found"]);
    expect((await stored())?.refunded_at).toBeNull();
  });

  test("claims its amount until it is cancelled or has expired", async () => {
    await payWithPayout(paymentId);
    await applyEvent(paymentId, "settled");
    const first = await request();
    expect(said(await refund())).toEqual([409, "already_refunded"]);
    const path = `/v1/refunds/${first.body.refundId}/cancel`;
    for (const _ of [1, 2]) expect((await api.as(partner)("POST", path)).body).toMatchObject({ status: "cancelled" });
    expect((await asWallet(link(first))).body).toMatchObject({ status: "cancelled", isFinal: true });
    const second = await request();
    restoreClock = useClock({ now: () => new Date(Date.now() + 7 * 86_400_000 + 1_000) });
    expect((await asWallet(link(second))).body).toMatchObject({ status: "expired" });
    expect(await expireRefunds()).toBeGreaterThan(0);
    expect((await refund()).status).toBe(200);
    expect((await stored())?.refunded_at).not.toBeNull();
  });

  test("is cancelled by its own partner only: for another one there is none", async () => {
    await payWithPayout(paymentId);
    await applyEvent(paymentId, "settled");
    const { refundId } = (await request()).body;
    const answer = await api.as(await createPartner())("POST", `/v1/refunds/${refundId}/cancel`);
    expect(said(answer)).toEqual([404, "not_found"]);
    expect(said(await refund())).toEqual([409, "already_refunded"]);
  });

  test("is refused while the payout is under way, and says why", async () => {
    partner = await createSettledPartner();
    paymentId = await createTestPayment(partner);
    await payWithPayout(paymentId);
    const answer = await request();
    expect(said(answer)).toEqual([400, "invalid_state"]);
    expect(answer.body.message).toContain("under way");
    expect((await refund()).status).toBe(200);
  });

  test("of held money is sent from the treasury as a whole, without a link, and can't be cancelled", async () => {
    await payWithPayout(paymentId);
    const part = await request({ unit: "iso4217/USD", value: "250" });
    expect([...said(part), issueFields(part)]).toEqual([400, "params_validation", ["amount"]]);
    expect(part.body.message).toMatch(
      /^amount must be 12\.000000 USDC \(12000000 in caip19.*pay the merchant out first/,
    );
    const answer = await request();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        live: true,
        paymentId,
        refundId: expect.stringMatching(/^rfd_/),
        amount: expect.objectContaining({ value: "12000000" }),
        status: "processing",
      },
    ]);
    const refunds = [{ refundId: answer.body.refundId, mode: "request", status: "processing" }];
    const details = await api.as(partner)("GET", `/v1/payments/${paymentId}`);
    expect(details.body).toMatchObject({ settlement: null, refund: { status: "none", refunds } });
    const cancelled = await api.as(partner)("POST", `/v1/refunds/${answer.body.refundId}/cancel`);
    expect(said(cancelled)).toEqual([400, "invalid_state"]);
    // The order has an author: the key that can be asked for.
    const audited = await api.query(
      "SELECT action, actor_kind, actor_name FROM audit_entry WHERE subject_id = $1 AND actor_kind = 'api_key'",
      [paymentId],
    );
    const [key] = await api.query<{ name: string }>("SELECT name FROM api_key WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    expect(audited).toEqual([{ action: "payment.refund_ordered", actor_kind: "api_key", actor_name: key?.name }]);
    const scope = { partnerId: partner.partnerId, merchantId: null };
    const { refundAuthors } = await readPaymentDetail(scope, paymentId);
    expect([...refundAuthors.values()]).toEqual([{ kind: "api_key", name: key?.name }]);
    // The fee stays, and can still be marked.
    expect((await refund()).body).toMatchObject({ status: "marked", amount: { value: "500000" } });
  });

  // Held money goes back without its fee, which can then be marked: both may succeed, in that order.
  test.each([
    { standing: "settled", amount: { unit: "iso4217/USD", value: "800" }, claimed: "8000000" },
    { standing: "held", amount: undefined, claimed: "12500000" },
  ])("and a mark at once never exceed what was paid: $standing", async ({ standing, amount, claimed }) => {
    await payWithPayout(paymentId);
    if (standing === "settled") await applyEvent(paymentId, "settled");
    const answers = await Promise.all([request(amount), refund({ paymentId, amount }), request(amount)]);
    expect([answers[0], answers[2]].filter((answer) => answer?.status === 200).length).toBeLessThanOrEqual(1);
    const rows = await api.query<{ amount: string }>(
      "SELECT amount FROM refund WHERE payment_id = $1 AND state NOT IN ('cancelled', 'expired', 'failed')",
      [paymentId],
    );
    expect(rows).toHaveLength(answers.filter(({ status }) => status === 200).length);
    expect(String(rows.reduce((sum, row) => sum + BigInt(row.amount), 0n))).toBe(claimed);
  });
});

describe("under an Idempotency-Key a refund", () => {
  const key = { "idempotency-key": "refund-1" };

  test("is replayed byte for byte, instead of a 409", async () => {
    await bringTo(paymentId, "succeeded");
    const first = await refund({ paymentId }, key);
    const second = await refund({ paymentId }, key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect([first, second].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(said(await refund({ paymentId }, { "idempotency-key": "refund-2" }))).toEqual([409, "already_refunded"]);
  });

  test("keeps its link sealed, and replays it", async () => {
    await payWithPayout(paymentId);
    await applyEvent(paymentId, "settled");
    const [first, second] = [
      await refund({ paymentId, mode: "request" }, key),
      await refund({ paymentId, mode: "request" }, key),
    ];
    expect([first.status, second.text]).toEqual([200, first.text]);
    const secret = String(first.body.url).split("/").at(-1);
    const [row] = await api.query<{ row: string }>(
      "SELECT k::text AS row FROM idempotency_key k WHERE partner_id = $1",
      [partner.partnerId],
    );
    expect(secret).toHaveLength(43);
    expect(row?.row).not.toContain(secret);
  });

  test("of another payment is a conflict", async () => {
    await bringTo(paymentId, "succeeded");
    await refund({ paymentId }, key);
    const another = await createTestPayment(partner);
    await bringTo(another, "succeeded");
    expect(said(await refund({ paymentId: another }, key))).toEqual([409, "idempotency_conflict"]);
    expect((await stored(another))?.refunded_at).toBeNull();
  });

  test("ten times at once is recorded once and returns ten responses", async () => {
    await bringTo(paymentId, "succeeded");
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund({ paymentId }, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await stored())?.version).toBe(3);
  });
});

describe("the database refuses", () => {
  test("to mark a payment as refunded a second time, or to undo it", async () => {
    await bringTo(paymentId, "succeeded");
    await refund();
    for (const value of ["now() + interval '1 hour'", "NULL"]) {
      const again = api.query(`UPDATE payment SET refunded_at = ${value} WHERE id = $1`, [paymentId]);
      await expect(again).rejects.toThrow("the cancellation or refund of payment");
    }
  });

  test("another time or another reason for a cancellation", async () => {
    await api.as(partner)("POST", `/v1/payments/${paymentId}/cancel`);
    for (const change of ["cancelled_at = now() + interval '1 hour'", "cancelled_reason = 'cancelled_by_user'"]) {
      const again = api.query(`UPDATE payment SET ${change} WHERE id = $1`, [paymentId]);
      await expect(again).rejects.toThrow("the cancellation or refund of payment");
    }
  });
});
