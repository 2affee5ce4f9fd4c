import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
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
    expect([answer.status, answer.body]).toEqual([200, { paymentId }]);
    expect(await stored()).toEqual({ status: "succeeded", version: 3, refunded_at: now });
    const events = await api.query(
      "SELECT version, type, data FROM payment_event WHERE payment_id = $1 AND version = 3",
      [paymentId],
    );
    expect(events).toEqual([{ version: 3, type: "refunded", data: {} }]);
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
      new Set(['404 {"code":"payment_not_found","message":"Payment not found."}']),
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
