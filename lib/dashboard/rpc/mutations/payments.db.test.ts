import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const shop = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RPC_URLS_8453: "http://127.0.0.1:1",
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
});

const act = (name: string, input: unknown, role: Role = "owner", of = partner) =>
  callProcedure("mutation", name, memberOf(of, role), input);
const audit = (subject: string) =>
  database.query<{ action: string; actor_kind: string; actor_name: string }>(
    "SELECT action, actor_kind, actor_name FROM audit_entry WHERE subject_id = $1 ORDER BY id",
    [subject],
  );
const payments = () =>
  database.query<Record<string, unknown>>("SELECT * FROM payment WHERE partner_id = $1 ORDER BY id", [
    partner.partnerId,
  ]);
const order = (fields: object = {}) => ({
  key: newKey(),
  expiresInMinutes: 60,
  merchantId: partner.merchantId,
  referenceId: "ORDER 7",
  amount: { unit: "iso4217/EUR", value: "24.90" },
  ...fields,
});

describe("creating a payment", () => {
  test("uses the partner's fees and records the actor", async () => {
    const answer = (await act("payments.create", order(), "developer")) as { paymentId: string; link: string };
    expect(answer.link).toBe(`http://till.test/pay/${answer.paymentId}`);
    expect(await payments()).toMatchObject([
      {
        id: answer.paymentId,
        unit: "iso4217/EUR",
        value: "2490",
        fee_ppm: 4_000,
        fee_fixed: "10",
        reference_id: "ORDER 7",
      },
    ]);
    expect(await audit(answer.paymentId)).toEqual([
      { action: "payment.created", actor_kind: "user", actor_name: "developer@till.example" },
    ]);
  });

  test("creates one payment for repeated and parallel requests", async () => {
    const same = order({ checkout: { successUrl: "https://shop.example/ok", errorUrl: "https://shop.example/no" } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => act("payments.create", same)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await payments()).toHaveLength(1);
    await expect(act("payments.create", { ...same, referenceId: "other" })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  });

  const usdc = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  test.for([
    [{ merchantId: "" }, "merchantId"],
    [{ merchantId: "mrch_1" }, "merchantId"],
    [{ referenceId: "" }, "referenceId"],
    [{ referenceId: "50%" }, "referenceId"],
    [{ amount: { unit: "iso4217/EUR", value: "" } }, "amount.value"],
    [{ amount: { unit: "iso4217/EUR", value: "0" } }, "amount.value"],
    [{ amount: { unit: "iso4217/EUR", value: "1e3" } }, "amount.value"],
    [{ amount: { unit: "iso4217/EUR", value: "1.001,005" } }, "amount.value"],
    [{ amount: { unit: "iso4217/EUR", value: "1,250" } }, "amount.value"],
    [{ amount: { unit: usdc, value: "1.0000001" } }, "amount.value"],
    [{ amount: { unit: "iso4217/EUR", value: "0.05" } }, "amount.value"],
    [{ amount: { unit: "iso4217/ISK", value: "5" } }, "amount.unit"],
    [{ amount: { unit: "EUR", value: "5" } }, "amount.unit"],
    [{ expiresInMinutes: 0 }, "expiresAt"],
    [{ expiresInMinutes: 20_000 }, "expiresAt"],
    [{ checkout: { successUrl: "http://shop.example", errorUrl: "https://shop.example" } }, "checkout.successUrl"],
  ] as const)("rejects %j at %s", async ([fields, field]) => {
    await expect(act("payments.create", order(fields))).rejects.toMatchObject({
      code: "params_validation",
      issues: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect(await payments()).toEqual([]);
  });

  test("rejects another partner's merchant and an inactive one", async () => {
    const { merchantId } = await createPartner();
    const refusal = { code: "params_validation", issues: [expect.objectContaining({ field: "merchantId" })] };
    await expect(act("payments.create", order({ merchantId }))).rejects.toMatchObject(refusal);
    await database.query("UPDATE merchant SET status = 'suspended' WHERE id = $1", [partner.merchantId]);
    await expect(act("payments.create", order())).rejects.toMatchObject(refusal);
    expect(await payments()).toEqual([]);
  });

  test("is refused while no buyer could pay it, because the merchant accepts only tokens that it can settle", async () => {
    const { merchantId } = partner;
    const refusal = (field: string) => ({ code: "params_validation", issues: [expect.objectContaining({ field })] });
    await database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [merchantId]);
    await act("payments.create", order());
    await database.query("UPDATE merchant SET only_settleable_tokens = true WHERE id = $1", [merchantId]);
    await expect(act("payments.create", order())).rejects.toMatchObject(refusal("merchantId"));
    await database.query(
      `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
       VALUES ($1, $2, $3, $4, now(), now())`,
      [newId("crypto", new Date()), merchantId, usdc.slice("caip19/".length), `eip155:8453:${shop}`],
    );
    await act("payments.create", order());
    await act("payments.create", order({ amount: { unit: usdc, value: "5" } }));
    const eurc = order({
      amount: { unit: "caip19/eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", value: "5" },
    });
    await expect(act("payments.create", eurc)).rejects.toMatchObject(refusal("amount.unit"));
    expect(await payments()).toHaveLength(3);
  });

  test("keeps the description, which the buyer sees", async () => {
    await act("payments.create", order({ description: "Two tickets" }));
    const [payment] = await database.query("SELECT description FROM payment WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    expect(payment).toEqual({ description: "Two tickets" });
  });

  test("makes a reference from the key if there is none, the same for a repeat", async () => {
    const { referenceId: _, ...unnamed } = order();
    const answers = await Promise.all([act("payments.create", unnamed), act("payments.create", unnamed)]);
    expect(answers[0]).toMatchObject({ referenceId: `P-${unnamed.key.slice(0, 8).toUpperCase()}` });
    expect(answers[1]).toEqual(answers[0]);
    expect(await payments()).toMatchObject([{ reference_id: (answers[0] as { referenceId: string }).referenceId }]);
  });

  test("keeps line items, whose totals are typed as the amount is, discounts too", async () => {
    const lineItems = [
      { name: "Coffee", quantity: 2, total: "30" },
      { name: "Discount", quantity: 1, total: "-5,10" },
      { name: "Delivery", quantity: 1, total: "0.00" },
    ];
    await act("payments.create", order({ lineItems }));
    const [payment] = await database.query("SELECT line_items FROM payment WHERE partner_id = $1", [partner.partnerId]);
    expect(payment).toMatchObject({ line_items: [{ total: "3000" }, { total: "-510" }, { total: "0" }] });
    const wrong = (field: string, item: object) =>
      expect(act("payments.create", order({ lineItems: [{ ...lineItems[0], ...item }] }))).rejects.toMatchObject({
        issues: [{ field }],
      });
    await wrong("lineItems.0.name", { name: " " });
    await wrong("lineItems.0.quantity", { quantity: 0.5 });
    await wrong("lineItems.0.total", { total: "" });
    await wrong("lineItems.0.total", { total: "--1" });
    await wrong("lineItems.0.total", { total: "1,250" });
    await wrong("lineItems", { total: "-1" });
  });

  test("asks about an amount more than ten times the largest of the merchant's paid payments", async () => {
    const of = (value: string, fields: object = {}) => order({ amount: { unit: "iso4217/EUR", value }, ...fields });
    const paidWith = async (value: string) => {
      const { paymentId } = (await act("payments.create", of(value, { isLargeAccepted: true }))) as {
        paymentId: Awaited<ReturnType<typeof createTestPayment>>;
      };
      await bringTo(paymentId, "succeeded");
    };
    for (const value of ["10", "12", "24.90", "11"]) await paidWith(value);
    // Four payments are no habit yet.
    await act("payments.create", of("9000"));
    await paidWith("10");
    await act("payments.create", of("249.00"));
    await act("payments.create", order({ amount: { unit: "iso4217/USD", value: "9000" } }));
    const large = of("249.01");
    await expect(act("payments.create", large)).rejects.toMatchObject({
      code: "params_validation",
      issues: [{ field: "isLargeAccepted", message: expect.stringContaining("more than 10 times 24.90 EUR") }],
    });
    await act("payments.create", { ...large, isLargeAccepted: true });
    expect(await payments()).toHaveLength(9);
  });

  test("uses the token's decimals", async () => {
    await act("payments.create", order({ amount: { unit: usdc, value: "1.000001" } }));
    expect(await payments()).toMatchObject([{ unit: usdc, value: "1000001" }]);
  });
});

describe("a mutation of a payment", () => {
  const input = (name: string, paymentId: string) =>
    name === "payments.refund" ? { key: newKey(), paymentId } : { paymentId };
  const deeds = [
    ["payments.cancel", "cancelled", async (id: Awaited<ReturnType<typeof createTestPayment>>) => void id],
    [
      "payments.refund",
      "refunded",
      async (id: Awaited<ReturnType<typeof createTestPayment>>) => bringTo(id, "succeeded"),
    ],
    ["payments.sendPayout", "settlement_ordered", prepareHeld],
  ] as const;

  test.for(deeds)("%s succeeds, and is in the audit log as %s", async ([name, event, prepare]) => {
    const id = await createTestPayment(partner);
    await prepare(id);
    await act(name, input(name, id), "admin");
    expect((await audit(id)).at(-1)).toEqual({
      action: `payment.${event}`,
      actor_kind: "user",
      actor_name: "admin@till.example",
    });
  });

  test.for(deeds)("%s can't reach another partner's payment", async ([name, , prepare]) => {
    const id = await createTestPayment(partner);
    await prepare(id);
    const before = await payments();
    const code = name === "payments.refund" ? "not_found" : "payment_not_found";
    const stranger = await createPartner();
    await expect(act(name, input(name, id), "owner", stranger)).rejects.toMatchObject({ code });
    expect(await payments()).toEqual(before);
  });

  test.for([
    ["payments.create", "viewer"],
    ["payments.cancel", "viewer"],
    ["payments.refund", "viewer"],
    ["payments.refund", "developer"],
    ["payments.cancelRefund", "developer"],
    ["payments.renewRefundLink", "developer"],
    ["payments.sendPayout", "viewer"],
    ["payments.sendPayout", "developer"],
  ] as const)("%s is refused to a %s", async ([name, role]) => {
    const input = name === "payments.create" ? order() : { paymentId: await createTestPayment(partner) };
    const before = await payments();
    await expect(act(name, input, role)).rejects.toMatchObject({ code: "forbidden" });
    expect(await payments()).toEqual(before);
  });

  test("a payment is refunded once, and cancelled while it is open", async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    await act("payments.refund", input("payments.refund", id));
    await expect(act("payments.refund", input("payments.refund", id))).rejects.toMatchObject({
      code: "already_refunded",
    });
    await expect(act("payments.cancel", { paymentId: id })).rejects.toMatchObject({ code: "invalid_state" });
  });

  test("a refund is requested in part, gets a new link, is cancelled, and all that is left can be marked", async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    const amount = { unit: "iso4217/USD", value: "5.00" };
    const request = { key: newKey(), paymentId: id, mode: "request", amount };
    await expect(act("payments.refund", request)).rejects.toMatchObject({ code: "invalid_state" });
    await applyEvent(id, "settled");
    const first = await act("payments.refund", request);
    expect(first).toMatchObject({ amount: { value: "5000000", symbol: "USDC" }, url: expect.stringMatching(link) });
    const { refundId } = first as { refundId: string };
    // Two at once: one of them replaces the link.
    const renewals = [1, 2].map(() => act("payments.renewRefundLink", { refundId }));
    const answers = await Promise.allSettled(renewals);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { refunds, refundable } = await detail(id);
    expect(refunds.map(({ state, amount: { value } }) => [state, value])).toEqual([
      ["cancelled", "5000000"],
      ["requested", "5000000"],
    ]);
    expect(refundable).toMatchObject({ left: { value: "7500000" }, leftInUnit: { value: "750", symbol: "USD" } });
    expect(JSON.stringify(refunds)).not.toMatch(/refund\//);
    expect(refunds[0]?.author).toMatchObject({ kind: "user" });
    const current = refunds[1]?.id;
    await expect(
      act("payments.cancelRefund", { refundId: current }, "owner", await createPartner()),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(await act("payments.cancelRefund", { refundId: current })).toEqual({ state: "cancelled" });
    expect(await act("payments.cancelRefund", { refundId: current })).toEqual({ state: "cancelled" });
    await act("payments.refund", { ...input("payments.refund", id), mode: "mark" });
    expect(await detail(id)).toMatchObject({ isRefunded: true, refunded: { value: "12500000" }, refundable: null });
    const actions = (await audit(id)).map(({ action }) => action.replace("payment.", ""));
    expect(actions.filter((action) => action.startsWith("refund"))).toEqual([
      "refund_requested",
      "refund_cancelled",
      "refund_requested",
      "refund_cancelled",
      "refunded",
    ]);
  });

  test("a refund that is sent again after a lost answer is recorded once, also at the same time", async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    const amount = { unit: "iso4217/USD", value: "5,00" };
    const mark = { key: newKey(), paymentId: id, mode: "mark", amount };
    const answers = [
      ...(await Promise.all([1, 2, 3].map(() => act("payments.refund", mark)))),
      await act("payments.refund", mark),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await detail(id)).toMatchObject({ refunded: { value: "5000000" }, refunds: [{ state: "marked" }] });
    await expect(act("payments.refund", { ...mark, mode: "request" })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    await act("payments.refund", { ...mark, key: newKey() });
    expect(await detail(id)).toMatchObject({ refunded: { value: "10000000" } });
  });

  test("a refund that is requested again has the first one's id without its link, which the database doesn't have", async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    await applyEvent(id, "settled");
    const request = { key: newKey(), paymentId: id, mode: "request" };
    const first = (await act("payments.refund", request)) as { refundId: string; url: string };
    expect(first.url).toMatch(link);
    expect(await act("payments.refund", request)).toEqual({ ...first, url: null });
    const stored = await database.query("SELECT body FROM idempotency_key WHERE key = $1", [request.key]);
    expect(stored).toEqual([{ body: first.refundId }]);
    await act("payments.cancelRefund", { refundId: first.refundId });
    expect(await act("payments.refund", request)).toMatchObject({ refundId: first.refundId, url: null });
    expect((await detail(id)).refunds).toHaveLength(1);
  });

  const link = /^http:\/\/till\.test\/refund\/[\w-]{43}$/;
  const detail = async (paymentId: string) =>
    (await callProcedure("query", "payments.detail", memberOf(partner, "viewer"), {
      paymentId,
    })) as QueryOutput<"payments.detail">;

  async function prepareHeld(id: Awaited<ReturnType<typeof createTestPayment>>): Promise<void> {
    await payWithPayout(id);
    await database.query(
      `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
       SELECT $1, merchant_id, asset, 'eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', now(), now()
       FROM payout WHERE payment_id = $2`,
      [newId("crypto", new Date()), id],
    );
  }
});
