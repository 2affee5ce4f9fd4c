import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findSettlement } from "#lib/domain/payments/payouts/listing/find-settlement.ts";
import { listStuckSettlements, stuckAfterMs } from "#lib/domain/payments/payouts/listing/list-stuck-settlements.ts";
import { listUnsettled } from "#lib/domain/payments/payouts/listing/list-unsettled.ts";
import { sumUnsettled } from "#lib/domain/payments/payouts/listing/sum-unsettled.ts";
import { failSettlement } from "#lib/domain/payments/payouts/record-settlement.ts";
import { settleNow } from "#lib/domain/payments/payouts/settle-now.ts";
import { settlePayments } from "#lib/domain/payments/payouts/settle-payments.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { owed, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const account = (address: string) => `eip155:8453:${address}`;

let database: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let id: PaymentId;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  scope = { partnerId: partner.partnerId, merchantId: null };
  id = await createTestPayment(partner);
});

const order = (as: PartnerScope = scope, of: string = id) => inTransaction((tx) => settleNow(tx, as, of));
const setDestination = (address: string) =>
  database.query(
    `INSERT INTO crypto_settlement (id, merchant_id, asset, destination, created_at, updated_at)
     VALUES ($1, $2, $3, $4, now(), now()) ON CONFLICT (merchant_id, asset) DO UPDATE SET destination = $4`,
    [newId("crypto", new Date()), partner.merchantId, assetOf(usdc), account(address)],
  );
const relayed = () =>
  database.query("SELECT purpose, calldata FROM relay_transaction WHERE purpose LIKE $1 ORDER BY id", [
    `settle:${id}%`,
  ]);
const state = async () =>
  (await database.query("SELECT state, attempt, destination, failure FROM payout WHERE payment_id = $1", [id]))[0];
const events = async () =>
  (
    await database.query<{ type: string; data: object }>(
      "SELECT type, data FROM payment_event WHERE payment_id = $1 AND type LIKE 'settle%' ORDER BY version",
      [id],
    )
  ).map(({ type, data }) => ({ type, ...data }));

/** The relay has seen that the call of an attempt would revert. */
async function failAttempt(attempt: number, reason: string): Promise<void> {
  await settlePayments([id]);
  const purpose = attempt === 1 ? `settle:${id}` : `settle:${id}:${attempt}`;
  await database.query("UPDATE relay_transaction SET state = 'refused' WHERE purpose = $1", [purpose]);
  await inTransaction((tx) => failSettlement(tx, { paymentId: id, attempt }, reason));
}

describe("money without a destination", () => {
  beforeEach(() => payWithPayout(id));

  test("is held, listed and summed, and goes nowhere by itself", async () => {
    expect(await state()).toEqual({ state: "held", attempt: 1, destination: null, failure: null });
    await settlePayments([id]);
    expect(await relayed()).toEqual([]);
    const progress = {
      paymentId: id,
      state: "held",
      amount: owed,
      fee: 500_000n,
      destination: null,
      canSettleNow: true,
    };
    expect(await findSettlement(scope, id)).toMatchObject({ ...progress, destinationNow: null, failure: null });
    const { payments, next } = await listUnsettled(scope, { after: null, limit: 10 });
    expect(payments).toMatchObject([{ paymentId: id, amount: owed, referenceId: "order 1", destination: null }]);
    expect(next).toBeNull();
    expect(await sumUnsettled(scope)).toEqual([{ asset: assetOf(usdc), amount: owed, payments: 1 }]);
    expect(await sumUnsettled(scopeOf(partner))).toHaveLength(1);
  });

  test("can't be settled while the merchant has none", async () => {
    await expect(order()).rejects.toMatchObject({ code: "invalid_state", message: /no settlement for this asset/ });
    expect(await state()).toMatchObject({ state: "held" });
  });

  test("goes to the destination that is in force when somebody says so, once, however many do at once", async () => {
    await setDestination(first);
    const { payments } = await listUnsettled(scope, { after: null, limit: 10 });
    expect(payments).toMatchObject([{ destination: account(first) }]);
    const orders = await database.holding(`SELECT FROM payout WHERE payment_id = '${id}' FOR UPDATE`, async () => {
      const running = Promise.all(Array.from({ length: 5 }, () => order()));
      await database.untilBlocked(5);
      return { running };
    });
    const ordered = { paymentId: id, attempt: 1, destination: account(first) };
    expect(await orders.running).toEqual(Array(5).fill(ordered));
    expect(await events()).toEqual([{ type: "settlement_ordered", attempt: 1, destination: account(first) }]);
    await setDestination(second);
    await Promise.all([settlePayments([id]), settlePayments([id])]);
    expect(await relayed()).toEqual([{ purpose: `settle:${id}`, calldata: transferCalldata(first, owed) }]);
    await expect(order()).rejects.toMatchObject({ code: "invalid_state", message: "Its settlement is on its way." });
    const destinations = { destination: account(first), destinationNow: account(second) };
    expect(await findSettlement(scope, id)).toMatchObject({ ...destinations, state: "submitted", canSettleNow: false });
    expect(await sumUnsettled(scope)).toEqual([]);
    expect((await listUnsettled(scope, { after: null, limit: 10 })).payments).toEqual([]);
  });
});

describe("a settlement that failed", () => {
  beforeEach(async () => {
    await setDestination(first);
    await payWithPayout(id);
    await failAttempt(1, "the token has blocked the account");
  });

  test("is listed with the reason, and stays as it is", async () => {
    await settlePayments([id]);
    expect(await relayed()).toHaveLength(1);
    const { settlements } = await listStuckSettlements(scope, { after: null, limit: 10 });
    expect(settlements).toMatchObject([
      {
        paymentId: id,
        state: "failed",
        failure: "the token has blocked the account",
        attempt: 1,
        canSettleNow: true,
        destinationNow: account(first),
      },
    ]);
    expect(await events()).toEqual([
      { type: "settlement_failed", attempt: 1, reason: "the token has blocked the account" },
    ]);
  });

  test("is opened again for where the merchant wants it by then, each attempt under a purpose of its own", async () => {
    await setDestination(second);
    const [one, other] = await Promise.all([order(), order()]);
    expect([one, other]).toEqual(Array(2).fill({ paymentId: id, attempt: 2, destination: account(second) }));
    await failAttempt(2, "and this one");
    expect(await order()).toMatchObject({ attempt: 3 });
    await settlePayments([id]);
    expect(await relayed()).toEqual([
      { purpose: `settle:${id}`, calldata: transferCalldata(first, owed) },
      { purpose: `settle:${id}:2`, calldata: transferCalldata(second, owed) },
      { purpose: `settle:${id}:3`, calldata: transferCalldata(second, owed) },
    ]);
    expect((await events()).map(({ type }) => type)).toEqual([
      ...["settlement_failed", "settlement_ordered", "settlement_failed", "settlement_ordered"],
    ]);
  });

  test("is not opened again by the end of an attempt that nobody waits for", async () => {
    await order();
    await settlePayments([id]);
    await inTransaction((tx) => failSettlement(tx, { paymentId: id, attempt: 1 }, "late"));
    expect(await state()).toMatchObject({ state: "submitted", attempt: 2 });
  });
});

describe("settling now is refused", () => {
  test.for([
    ["requires_action", "The payment's status is requires_action, which doesn't allow this operation."],
    ["processing", "The payment's status is processing, which doesn't allow this operation."],
    ["failed", "The payment's status is failed, which doesn't allow this operation."],
    ["cancelled", "The payment's status is cancelled, which doesn't allow this operation."],
  ] as const)("to a payment that is %s", async ([status, message]) => {
    await bringTo(id, status);
    await expect(order()).rejects.toMatchObject({ code: "invalid_state", message });
  });

  test("to one that is settled", async () => {
    await setDestination(first);
    await payWithPayout(id);
    await settlePayments([id]);
    await database.query("UPDATE payout SET state = 'final' WHERE payment_id = $1", [id]);
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: "The payment's status is settled, which doesn't allow this operation.",
    });
  });

  test("to another partner and another merchant, as if it were not there", async () => {
    await payWithPayout(id);
    const other = await createPartner();
    for (const stranger of [scopeOf(other), { ...scope, merchantId: other.merchantId }]) {
      await expect(order(stranger)).rejects.toMatchObject({ code: "payment_not_found" });
      expect(await sumUnsettled(stranger)).toEqual([]);
      expect(await findSettlement(stranger, id)).toBeNull();
      expect((await listUnsettled(stranger, { after: null, limit: 10 })).payments).toEqual([]);
      expect((await listStuckSettlements(stranger, { after: null, limit: 10 })).settlements).toEqual([]);
    }
    await expect(order(scope, "pay_1")).rejects.toMatchObject({ code: "payment_not_found" });
  });
});

test("a settlement under way is stuck after a quarter of an hour and not before; pages go on after the last row", async () => {
  await setDestination(first);
  const ids = [id, await createTestPayment(partner), await createTestPayment(partner)];
  for (const each of ids) await payWithPayout(each);
  const list = async (after: Parameters<typeof listStuckSettlements>[1]["after"], limit: number) =>
    listStuckSettlements(scope, { after, limit });
  expect((await list(null, 10)).settlements).toEqual([]);
  const restore = useClock({ now: () => new Date(Date.now() + stuckAfterMs) });
  const page = await list(null, 2);
  const rest = await list(page.next, 2);
  restore();
  const listed = [...page.settlements, ...rest.settlements].map(({ paymentId }) => paymentId);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect(page.settlements).toMatchObject(Array(2).fill({ state: "pending", failure: null, canSettleNow: false }));
  expect(rest.next).toBeNull();
});
