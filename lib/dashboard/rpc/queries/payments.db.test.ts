import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { failPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

/** A Permit2 token, whose payouts need no node to be queued. */
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const shop = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let database: ServiceDatabase;
let partner: TestPartner;
let viewer: Member;
let stranger: Member;
const ids: Record<string, PaymentId> = {};

beforeAll(async () => {
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    NATIVE_PRICE_USD_56: "0",
    RPC_URLS_8453: "http://127.0.0.1:1",
  });
  partner = await createPartner();
  [viewer, stranger] = [memberOf(partner, "viewer"), memberOf(await createPartner(), "owner")];
  for (const status of ["requires_action", "processing", "succeeded", "failed", "cancelled"] as const) {
    ids[status] = await createTestPayment(partner, { referenceId: `ORDER ${status.replace("_", "-")}` });
    await bringTo(ids[status], status);
  }
});
afterAll(() => database.stop());

const list = (input: QueryInput<"payments.list"> = {}, as = viewer) => callQuery("payments.list", as, input);
const listedIds = async (input: QueryInput<"payments.list">, as = viewer) =>
  (await list(input, as)).payments.map(({ id }) => id);

describe("the list", () => {
  test("presents each payment", async () => {
    const { payments, next } = await list();
    expect(next).toBeNull();
    expect(payments.map(({ status }) => status)).toEqual([
      "cancelled",
      "failed",
      "succeeded",
      "processing",
      "requires_action",
    ]);
    expect(payments[2]).toMatchObject({
      id: ids.succeeded,
      reference: "ORDER succeeded",
      isRefunded: false,
      refunded: null,
      isSettled: false,
      amount: { value: "1250", decimals: 2, symbol: "USD" },
      paid: { value: "12500000", decimals: 6, symbol: "USDC", network: "Base" },
      merchant: { id: partner.merchantId, name: "Test shop" },
    });
  });

  test.for([
    [{ statuses: ["failed", "cancelled"] }, ["cancelled", "failed"]],
    [{ networks: ["8453"], direction: "asc" }, ["processing", "succeeded", "failed"]],
    [{ tokens: ["EURC"] }, []],
    [{ search: "SUCC" }, ["succeeded"]],
    [{ search: "mrch_01ARZ3NDEKTSV4RRFFQ69G5FAV" }, []],
    [{ from: "2020-01-01", to: "2020-01-02" }, []],
    [{ merchants: ["mrch_1"] }, []],
  ] as const)("narrows by %j", async ([input, found]) => {
    expect(await listedIds(input as QueryInput<"payments.list">)).toEqual(found.map((name) => ids[name]));
  });

  test("includes today, in UTC", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await listedIds({ from: today, to: today })).toHaveLength(5);
    const { payments, customers, revenue } = await callQuery("payments.statistics", viewer, { from: today });
    expect({ payments, customers, revenue }).toEqual({
      payments: 5,
      customers: 1,
      revenue: [{ value: "1250", decimals: 2, symbol: "USD" }],
    });
  });

  test("shows nothing to another partner, with any filter", async () => {
    expect(await listedIds({}, stranger)).toEqual([]);
    expect(await listedIds({ merchants: [partner.merchantId] }, stranger)).toEqual([]);
    const live = await callQuery("payments.live", stranger, { ids: Object.values(ids) });
    expect(live).toEqual({ newest: [], known: [] });
    await expect(callQuery("payments.detail", stranger, { paymentId: ids.failed ?? "" })).rejects.toMatchObject({
      code: "payment_not_found",
    });
    expect(
      (await callQuery("payments.merchants", stranger, { chosen: [partner.merchantId] })).merchants,
    ).not.toContainEqual(expect.objectContaining({ id: partner.merchantId }));
  });

  test.for([
    [{ search: " ab " }, "search"],
    [{ from: "2026-02-30" }, "from"],
    [{ from: "2026-02-02", to: "2026-02-01" }, "to"],
    [{ statuses: ["paid"] }, "statuses.0"],
    [{ networks: ["eip155:1"] }, "networks.0"],
    [{ after: "2026-01-01T00:00:00.000Z mrch_1" }, "after"],
    [{ sort: "amount", after: "2026-01-01T00:00:00.000Z pay_01KA0000000000000000000000" }, "after"],
    [{ sort: "size" }, "sort"],
    [{ odd: "1" }, "odd"],
  ] as const)("refuses %j, and names the field", async ([input, field]) => {
    await expect(callProcedure("query", "payments.list", viewer, input)).rejects.toMatchObject({
      code: "params_validation",
      issues: [expect.objectContaining({ field })],
    });
  });

  test("continues where a page ended, in each order", async () => {
    const other = await createPartner();
    const member = memberOf(other, "viewer");
    for (let at = 0; at < 103; at += 1) {
      await createTestPayment(other, { amount: { unit: "iso4217/USD", value: String(1_000 + (at % 7)) } });
    }
    for (const sort of ["date", "amount"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const first = await list({ sort, direction }, member);
        const second = await list({ sort, direction, after: first.next ?? "none" }, member);
        expect(first.payments).toHaveLength(100);
        expect(second).toMatchObject({ next: null });
        expect(new Set([...first.payments, ...second.payments].map(({ id }) => id)).size).toBe(103);
      }
    }
  });
});

test("followed payments are current, whether or not they still match", async () => {
  const id = await createTestPayment(partner);
  const follow = () => callQuery("payments.live", viewer, { statuses: ["requires_action"], ids: [id] });
  expect(await follow()).toMatchObject({ newest: [{ id }, {}], known: [{ id, status: "requires_action" }] });
  await applyEvent(id, "cancelled");
  expect(await follow()).toMatchObject({ newest: [{ id: ids.requires_action }], known: [{ id, status: "cancelled" }] });
});

test("a refund is the state of a payment, in lists and on its page", async () => {
  const id = await createTestPayment(partner);
  const states = async () => {
    const { known } = await callQuery("payments.live", viewer, { ids: [id] });
    return [known[0]?.state, (await callQuery("payments.detail", viewer, { paymentId: id })).state];
  };
  await bringTo(id, "succeeded");
  expect(await states()).toEqual(["succeeded", "succeeded"]);
  await applyEvent(id, "refund_marked");
  expect(await states()).toEqual(["partly_refunded", "partly_refunded"]);
  await applyEvent(id, "refunded");
  expect(await states()).toEqual(["refunded", "refunded"]);
});

test("refunded payments are a state to filter by, besides others, also when counting", async () => {
  const other = await createPartner();
  const member = memberOf(other, "viewer");
  const of: Record<string, PaymentId> = {};
  for (const name of ["open", "failed", "whole", "part", "full"]) of[name] = await createTestPayment(other);
  const { failed, whole, part, full } = of as Record<"failed" | "whole" | "part" | "full", PaymentId>;
  await bringTo(failed, "failed");
  for (const id of [whole, part, full]) await bringTo(id, "succeeded");
  await applyEvent(part, "refund_marked");
  await applyEvent(full, "refunded");
  type Input = QueryInput<"payments.list">;
  for (const [statuses, names] of [
    [["refunded"], ["full"]],
    [["partly_refunded"], ["part"]],
    [
      ["refunded", "partly_refunded"],
      ["full", "part"],
    ],
    [
      ["refunded", "failed"],
      ["full", "failed"],
    ],
    [
      ["partly_refunded", "requires_action"],
      ["part", "open"],
    ],
    [["succeeded"], ["full", "part", "whole"]],
    [
      ["succeeded", "refunded"],
      ["full", "part", "whole"],
    ],
  ] as const) {
    for (const rest of [{}, { merchants: [other.merchantId] }, { networks: ["8453"] }, { search: "order" }] as const) {
      const input = { statuses: [...statuses], ...rest } as Input;
      const expected = names.filter((name) => !("networks" in rest) || name !== "open").map((name) => of[name]);
      for (const sort of ["date", "amount"] as const) {
        const found = await listedIds({ ...input, sort }, member);
        expect(found.toSorted(), JSON.stringify({ ...input, sort })).toEqual(expected.toSorted());
      }
      expect((await callQuery("payments.statistics", member, input)).payments).toBe(expected.length);
    }
  }
  expect(await listedIds({ statuses: ["refunded", "partly_refunded"] }, stranger)).toEqual([]);
});

describe("a payment's page", () => {
  const detail = (paymentId: string) => callQuery("payments.detail", viewer, { paymentId });

  test("lists the events in order", async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    await applyEvent(id, "settled");
    await applyEvent(id, "refunded");
    const { events, buyer, transaction, payout, link, net, refundedAt } = await detail(id);
    expect(events.map(({ type }) => type)).toEqual(["created", "confirmed", "collected", "settled", "refunded"]);
    expect(events[1]).toMatchObject({ account: { network: "Base" }, money: { value: "12500000", symbol: "USDC" } });
    expect(buyer?.account.explorerUrl).toBe("https://basescan.org/address/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    expect(transaction?.explorerUrl).toBe(`https://basescan.org/tx/0x${"aa".repeat(32)}`);
    expect(payout).toMatchObject({ state: "final", transaction: { id: `0x${"bb".repeat(32)}` } });
    expect({ link, net: net?.value }).toEqual({ link: `http://till.test/pay/${id}`, net: "12499999" });
    expect(refundedAt).not.toBeNull();
  });

  test("explains why money isn't paid out, and where it would go", async () => {
    const id = await createTestPayment(partner);
    await payWithPayout(id, usdt);
    expect((await detail(id)).payout).toMatchObject({ state: "held", obstacle: "no_destination", payoutTo: null });
    await database.query(
      `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
       VALUES ($1, $2, $3, $4, now(), now())`,
      [newId("crypto", new Date()), partner.merchantId, assetOf(usdt), `eip155:56:${shop}`],
    );
    expect((await detail(id)).payout).toMatchObject({ state: "held", obstacle: null, payoutTo: { id: shop } });
    await database.query("DELETE FROM relayer_wallet");
    expect((await detail(id)).payout).toMatchObject({ state: "held", obstacle: "other_treasury", payoutTo: null });
    const failing = await createTestPayment(partner);
    await payWithPayout(failing, usdt);
    await sendPayouts([failing]);
    expect((await detail(failing)).payout).toMatchObject({ state: "submitted", payoutTo: null, isStuck: false });
    await inTransaction((tx) => failPayout(tx, { paymentId: failing, attempt: 1 }, "the account is frozen"));
    const { payout } = await detail(failing);
    expect(payout).toMatchObject({ state: "failed", failure: "the account is frozen", payoutTo: { id: shop } });
  });

  test("says whether buyers can pay it, while it is open", async () => {
    const other = await createPartner();
    const id = await createTestPayment(other);
    const isPayable = async () =>
      (await callQuery("payments.detail", memberOf(other, "viewer"), { paymentId: id })).isPayable;
    expect(await isPayable()).toBe(true);
    await database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [other.merchantId]);
    expect(await isPayable()).toBe(true);
    await database.query("UPDATE merchant SET only_settleable_tokens = true WHERE id = $1", [other.merchantId]);
    expect(await isPayable()).toBe(false);
    await applyEvent(id, "cancelled");
    expect(await isPayable()).toBeNull();
  });

  test("shows an expiry before it is recorded", async () => {
    const id = await createTestPayment(partner);
    const restore = useClock({ now: () => new Date(Date.now() + 16 * 60_000) });
    const { status, events } = await detail(id);
    restore();
    expect({ status, types: events.map(({ type }) => type) }).toEqual({
      status: "expired",
      types: ["created", "expired"],
    });
  });
});

test("currencies without a rate and tokens of chains without a node aren't offered", async () => {
  const { currencies, tokens, networks } = await callQuery("payments.units", viewer, {});
  expect(currencies.map(({ code }) => code)).toEqual(["EUR", "USD"]);
  expect(new Set(tokens.map(({ network }) => network))).toEqual(new Set(["Base"]));
  expect(networks).toContainEqual({ id: "56", name: "BNB Smart Chain" });
});

test("merchants to choose from say whether they have a destination, and how to tell them apart", async () => {
  const other = await createPartner();
  const choices = () => callQuery("payments.merchants", memberOf(other, "viewer"), { chosen: [other.merchantId] });
  await database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [other.merchantId]);
  const [lacking] = (await choices()).merchants;
  expect(lacking).toMatchObject({ id: other.merchantId, hasDestination: false, email: expect.stringContaining("@") });
  expect(lacking).toMatchObject({ onlySettleableTokens: false });
  await database.query(
    `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
     VALUES ($1, $2, $3, $4, now(), now())`,
    [newId("crypto", new Date()), other.merchantId, assetOf(usdt), `eip155:56:${shop}`],
  );
  expect((await choices()).merchants).toMatchObject([{ id: other.merchantId, hasDestination: true }]);
});
