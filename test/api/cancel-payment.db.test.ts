import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let id: PaymentId;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
  id = await createTestPayment(partner);
});
afterEach(() => restoreClock());
afterAll(() => api.stop());

const said = ({ status, body }: Answer) => [status, body.code];
const key = () => ({ "api-key": partner.apiKey });
const byMerchant = (payment: string = id, body?: unknown, headers: Record<string, string> = key()) =>
  api.send("POST", `/v1/payments/${payment}/cancel`, body, headers);
const byBuyer = (payment: string = id, body?: unknown, headers: Record<string, string> = { "app-id": partner.appId }) =>
  api.send("POST", `/v1/gateway/payment/${payment}/cancel`, body, headers);
const sides = [
  ["by the merchant", byMerchant, "cancelled_by_merchant"],
  ["by the buyer", byBuyer, "cancelled_by_user"],
] as const;

describe.for(sides)("cancelling %s", ([, cancel, cancelledReason]) => {
  test("ends an open payment, and reports when and why", async () => {
    const now = new Date(Date.now() + 5_000);
    restoreClock = useClock({ now: () => now });
    const answer = await cancel();
    const body = { paymentId: id, live: true, status: "cancelled", cancelledAt: now.toISOString(), cancelledReason };
    expect([answer.status, answer.body]).toEqual([200, body]);
    const status = await api.as(partner)("GET", `/v1/payments/${id}/status`);
    expect(status.body).toEqual({ live: true, status: "cancelled", isFinal: true, pollInMs: null, info: null });
    const events = await api.query("SELECT version, type, data FROM payment_event WHERE payment_id = $1", [id]);
    expect(events).toEqual([{ version: 1, type: "cancelled", data: { reason: cancelledReason } }]);
  });

  test("repeated by either side returns the same response and records nothing", async () => {
    const first = await cancel();
    restoreClock = useClock({ now: () => new Date(Date.now() + 3_600_000) });
    const repeats = [await cancel(), await byMerchant(), await byBuyer()];
    expect(repeats.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, first.text]));
    expect(await api.query("SELECT version FROM payment WHERE id = $1", [id])).toEqual([{ version: 1 }]);
  });

  test("wakes long polls of the payment", async () => {
    const waiting = api.as(partner)("GET", `/v1/payments/${id}/status?maxPollMs=25000`);
    await cancel();
    expect((await waiting).body.status).toBe("cancelled");
  });

  test.for(["processing", "succeeded", "failed"] as const)("is refused when the payment is %s", async (status) => {
    await bringTo(id, status);
    const answer = await cancel();
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: "invalid_state", message: `The payment's status is ${status}, which doesn't allow this operation.` },
    ]);
    expect((await api.as(partner)("GET", `/v1/payments/${id}/status`)).body.status).toBe(status);
  });

  test("is refused from the expiry on, whether the expiry is recorded or not", async () => {
    const [row] = await api.query<{ expires_at: Date }>("SELECT expires_at FROM payment WHERE id = $1", [id]);
    restoreClock = useClock({ now: () => row?.expires_at ?? new Date(0) });
    expect(said(await cancel())).toEqual([400, "invalid_state"]);
    expect(await api.query("SELECT status FROM payment WHERE id = $1", [id])).toEqual([{ status: "requires_action" }]);
  });

  test("works a millisecond before the expiry", async () => {
    const [row] = await api.query<{ expires_at: Date }>("SELECT expires_at FROM payment WHERE id = $1", [id]);
    restoreClock = useClock({ now: () => new Date((row?.expires_at.getTime() ?? 0) - 1) });
    expect((await cancel()).status).toBe(200);
  });

  test("accepts an empty object as its body, and nothing else", async () => {
    for (const [body, field] of [
      [{ reason: "x" }, "reason"],
      [[], ""],
      ["null", ""],
    ] as const) {
      const answer = await cancel(id, body);
      expect([answer.status, issueFields(answer)]).toEqual([400, [field]]);
    }
    expect(said(await cancel(id, "{"))).toEqual([400, "invalid_params"]);
    expect((await cancel(id, {})).status).toBe(200);
  });

  test("an unknown payment is a 404", async () => {
    for (const unknown of [newId("pay", new Date()), "nonsense", "pay_%00"]) {
      expect(said(await cancel(unknown))).toEqual([404, "payment_not_found"]);
    }
  });

  test("twenty times at once records one cancellation", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel()));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

describe("cancelling as a merchant", () => {
  const withMerchant = (merchantId: string) => ({ ...key(), "merchant-id": merchantId });

  test("accepts the payment's Merchant-Id, and treats an empty one as absent", async () => {
    expect((await byMerchant(id, undefined, withMerchant(partner.merchantId))).status).toBe(200);
    expect((await byMerchant(id, undefined, withMerchant(""))).status).toBe(200);
  });

  test("refuses any other Merchant-Id: unknown, deleted, another partner's, or another merchant of the same partner", async () => {
    const other = await createPartner();
    const [sibling, gone] = [newId("mrch", new Date()), newId("mrch", new Date())];
    for (const [merchantId, deletedAt] of [
      [sibling, null],
      [gone, new Date()],
    ]) {
      await api.query(
        `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at, deleted_at)
         VALUES ($1, $2, 'Sibling', 'sibling@shop.example', now(), now(), $3)`,
        [merchantId, partner.partnerId, deletedAt],
      );
    }
    const given = [newId("mrch", new Date()), "nonsense", gone, other.merchantId, sibling];
    const answers = await Promise.all(given.map((merchantId) => byMerchant(id, undefined, withMerchant(merchantId))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        `403 {"code":"forbidden","message":"The Merchant-Id isn't one of this account's merchants, or isn't the merchant of this payment."}`,
      ]),
    );
    expect(await api.query("SELECT status FROM payment WHERE id = $1", [id])).toEqual([{ status: "requires_action" }]);
  });

  test("never reaches another partner's payment, with or without a Merchant-Id", async () => {
    const other = await createPartner();
    const theirs = await createTestPayment(other);
    const unknown = await byMerchant(newId("pay", new Date()));
    for (const headers of [key(), withMerchant(partner.merchantId)]) {
      const answer = await byMerchant(theirs, undefined, headers);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    const status = await api.as(other)("GET", `/v1/payments/${theirs}/status`);
    expect(status.body.status).toBe("requires_action");
  });

  test("needs the permission to write payments", async () => {
    const reader = await createPartner({ permissions: ["payments:read", "refunds:write", "gateway"] });
    expect(said(await byMerchant(id, undefined, { "api-key": reader.apiKey }))).toEqual([403, "forbidden"]);
    expect(said(await byMerchant(id, undefined, {}))).toEqual([401, "missing_api_key"]);
  });

  test("accepts no query parameters", async () => {
    expect(said(await api.send("POST", `/v1/payments/${id}/cancel?x=1`, undefined, key()))).toEqual([
      400,
      "params_validation",
    ]);
  });
});

describe("cancelling as a buyer", () => {
  test("accepts our payment link as the id, and query parameters of wallets", async () => {
    const link = encodeURIComponent(`https://till.example/pay/${id}`);
    expect((await byBuyer(link)).body.paymentId).toBe(id);
    expect(
      (await api.send("POST", `/v1/gateway/payment/${id}/cancel?v=2`, {}, { "app-id": partner.appId })).status,
    ).toBe(200);
  });

  test("with a partner's key reaches that partner's payments only, and needs its permission", async () => {
    const other = await createPartner();
    expect(said(await byBuyer(id, undefined, { "api-key": other.apiKey }))).toEqual([404, "payment_not_found"]);
    const writer = await createPartner({ permissions: ["payments:write"] });
    expect(said(await byBuyer(id, undefined, { "api-key": writer.apiKey }))).toEqual([403, "forbidden"]);
    expect(said(await byBuyer(id, undefined, {}))).toEqual([401, "missing_auth_headers"]);
    expect((await byBuyer(id, undefined, key())).body.cancelledReason).toBe("cancelled_by_user");
  });
});

test("when a buyer and a merchant cancel at once, the first to lock the payment is recorded", async () => {
  const answers = await Promise.all([byMerchant(), byBuyer(), byMerchant(), byBuyer()]);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
});
