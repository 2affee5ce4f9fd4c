import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { useClock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { sumHeldPayouts } from "#lib/domain/payments/payouts/held-repository.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { failPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { retryFailedPayouts } from "#lib/domain/payments/payouts/retries/retry-failed-payouts.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { listStuckPayouts, payoutStuckAfterMs } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";
import { readPaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { owed, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

/** A Permit2 token, whose payouts need no node to be queued. */
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const account = (address: string) => `eip155:56:${address}`;

let database: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let id: PaymentId;

beforeAll(async () => {
  const RELAYER_PRIVATE_KEY = devAccounts().relayer.privateKey;
  // No node tells the price of gas, so coin costs nothing.
  const free = { NATIVE_PRICE_USD_56: "0", NATIVE_PRICE_USD_8453: "0" };
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RELAYER_PRIVATE_KEY,
    ...free,
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  scope = { partnerId: partner.partnerId, merchantId: null };
  id = await createTestPayment(partner);
});

const order = (as: PartnerScope = scope, of: string = id) => inTransaction((tx) => payOutNow(tx, as, of));
const setDestination = (address: string) =>
  database.query(
    `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
     VALUES ($1, $2, $3, $4, now(), now()) ON CONFLICT (merchant_id, asset) DO UPDATE SET destination = $4`,
    [newId("crypto", new Date()), partner.merchantId, assetOf(usdt), account(address)],
  );
const relayed = () =>
  database.query(
    "SELECT payout_attempt AS attempt, calldata FROM relay_transaction WHERE payment_id = $1 ORDER BY id",
    [id],
  );
const standingIn = async (as: PartnerScope) => (await readPaymentDetail(as, id)).standing;
const state = async () =>
  (await database.query("SELECT state, attempt, destination, failure FROM payout WHERE payment_id = $1", [id]))[0];
const events = async () =>
  (
    await database.query<{ type: string; data: object }>(
      "SELECT type, data FROM payment_event WHERE payment_id = $1 AND type LIKE 'settle%' ORDER BY version",
      [id],
    )
  ).map(({ type, data }) => ({ type, ...data }));

/** Fails an attempt as the relay does after a simulation that reverts. */
async function failAttempt(attempt: number, reason: string): Promise<void> {
  await sendPayouts([id]);
  await database.query("UPDATE relay_transaction SET state = 'refused' WHERE payment_id = $1 AND payout_attempt = $2", [
    id,
    attempt,
  ]);
  await inTransaction((tx) => failPayout(tx, { paymentId: id, attempt }, reason));
}

describe("a payout without a destination", () => {
  beforeEach(() => payWithPayout(id, usdt));

  test("is held, listed and summed, and is not sent automatically", async () => {
    expect(await state()).toEqual({ state: "held", attempt: 1, destination: null, failure: null });
    await sendPayouts([id]);
    expect(await relayed()).toEqual([]);
    expect(await standingIn(scope)).toMatchObject({ state: "held", amount: owed, destination: null, failure: null });
    expect(await sumHeldPayouts(scope)).toEqual([{ asset: assetOf(usdt), amount: owed, payments: 1 }]);
    expect(await sumHeldPayouts(scopeOf(partner))).toHaveLength(1);
  });

  test("can't be ordered while the merchant has none", async () => {
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/no settlement destination for this asset/),
    });
    expect(await state()).toMatchObject({ state: "held" });
  });

  test("goes once to the destination in force when it is ordered, even with concurrent orders", async () => {
    await setDestination(first);
    const orders = await database.holding(`SELECT FROM payout WHERE payment_id = '${id}' FOR UPDATE`, async () => {
      const running = Promise.all(Array.from({ length: 5 }, () => order()));
      await database.untilBlocked(5);
      return { running };
    });
    const ordered = { paymentId: id, attempt: 1, destination: account(first) };
    expect(await orders.running).toEqual(Array(5).fill(ordered));
    expect(await events()).toEqual([{ type: "settlement_ordered", attempt: 1, destination: account(first) }]);
    await setDestination(second);
    await Promise.all([sendPayouts([id]), sendPayouts([id])]);
    expect(await relayed()).toEqual([{ attempt: 1, calldata: transferCalldata(first, owed) }]);
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/^The payout is on its way/),
    });
    const destinations = { destination: account(first), currentDestination: account(second) };
    expect(await standingIn(scope)).toMatchObject({ ...destinations, state: "submitted", hasMoved: false });
    expect(await sumHeldPayouts(scope)).toEqual([]);
  });
});

describe("a failed payout", () => {
  beforeEach(async () => {
    await setDestination(first);
    await payWithPayout(id, usdt);
    await failAttempt(1, "the token has blocked the account");
  });

  const retryAt = async () => {
    const [row] = await database.query<{ retry_at: Date | null }>("SELECT retry_at FROM payout WHERE payment_id = $1", [
      id,
    ]);
    return row?.retry_at ?? null;
  };
  const inAMinute = { now: () => new Date(Date.now() + 61_000) };
  /** Retries as a worker does whose chain has no node. */
  const retryThen = async (restore: () => void) => retryFailedPayouts().finally(restore);

  test("is tried again after a minute, and later when no node answers", async () => {
    const planned = await retryAt();
    expect(planned?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    await retryFailedPayouts();
    expect(await retryAt()).toEqual(planned);
    await retryThen(useClock(inAMinute));
    expect((await retryAt())?.getTime()).toBeGreaterThan((planned?.getTime() ?? 0) + 50_000);
    expect(await state()).toMatchObject({ state: "failed", attempt: 1 });
  });

  test.for(["changed", "removed"])("is left to a person once its destination was %s", async (change) => {
    if (change === "changed") await setDestination(second);
    else await database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);
    expect(await sumHeldPayouts(scope)).toEqual([]);
    await retryThen(useClock(inAMinute));
    expect([await retryAt(), await state()]).toMatchObject([null, { state: "failed", attempt: 1 }]);
    const held = [{ asset: assetOf(usdt), amount: owed, payments: 1 }];
    expect([await sumHeldPayouts(scope), await sumHeldPayouts(scopeOf(partner))]).toEqual([held, held]);
  });

  test("is not tried again automatically once a person has ordered it", async () => {
    await order();
    expect(await retryAt()).toBeNull();
    await retryThen(useClock(inAMinute));
    expect(await state()).toMatchObject({ state: "pending", attempt: 2 });
  });

  test("is listed with the reason, and is sent only once", async () => {
    await sendPayouts([id]);
    expect(await relayed()).toHaveLength(1);
    const { payouts } = await listStuckPayouts(scope, { after: null, limit: 10 });
    expect(payouts).toMatchObject([
      { paymentId: id, state: "failed", amount: owed, referenceId: "order 1", merchantName: "Test shop" },
    ]);
    const failed = { attempt: 1, failure: "the token has blocked the account", hasMoved: false };
    expect(await standingIn(scope)).toMatchObject({ ...failed, currentDestination: account(first) });
    expect(await events()).toEqual([
      {
        type: "settlement_failed",
        attempt: 1,
        reason: "the token has blocked the account",
        destination: account(first),
      },
    ]);
  });

  test("is reopened to the merchant's current destination, each attempt under its own purpose", async () => {
    await setDestination(second);
    const [one, other] = await Promise.all([order(), order()]);
    expect([one, other]).toEqual(Array(2).fill({ paymentId: id, attempt: 2, destination: account(second) }));
    await failAttempt(2, "and this one");
    expect(await order()).toMatchObject({ attempt: 3 });
    await sendPayouts([id]);
    expect(await relayed()).toEqual([
      { attempt: 1, calldata: transferCalldata(first, owed) },
      { attempt: 2, calldata: transferCalldata(second, owed) },
      { attempt: 3, calldata: transferCalldata(second, owed) },
    ]);
    expect((await events()).map(({ type }) => type)).toEqual([
      "settlement_failed",
      "settlement_ordered",
      "settlement_failed",
      "settlement_ordered",
    ]);
  });

  test("is not changed by the late end of an earlier attempt", async () => {
    await order();
    await sendPayouts([id]);
    await inTransaction((tx) => failPayout(tx, { paymentId: id, attempt: 1 }, "late"));
    expect(await state()).toMatchObject({ state: "submitted", attempt: 2 });
  });
});

describe("an order is refused", () => {
  test.for([
    ["requires_action", "The payment's status is requires_action, which doesn't allow this operation."],
    ["processing", "The payment's status is processing, which doesn't allow this operation."],
    ["failed", "The payment's status is failed, which doesn't allow this operation."],
    ["cancelled", "The payment's status is cancelled, which doesn't allow this operation."],
  ] as const)("for a payment that is %s", async ([status, message]) => {
    await bringTo(id, status);
    await expect(order()).rejects.toMatchObject({ code: "invalid_state", message });
  });

  test("for a payment that is settled", async () => {
    await setDestination(first);
    await payWithPayout(id, usdt);
    await sendPayouts([id]);
    await database.query("UPDATE payout SET state = 'final' WHERE payment_id = $1", [id]);
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/^The payment is already settled/),
    });
  });

  test("while the money is in a treasury whose key only its owner has", async () => {
    await payWithPayout(id, usdt);
    await setDestination(first);
    await database.query("DELETE FROM relayer_wallet");
    const message = /^The money is in the treasury 0xf39Fd6e5.* Its owner has to send it\.$/;
    await expect(order()).rejects.toMatchObject({ code: "invalid_state", message: expect.stringMatching(message) });
    expect(await state()).toMatchObject({ state: "held", destination: null });
  });

  test("to another partner or merchant, for whom the payment does not exist", async () => {
    await payWithPayout(id, usdt);
    const other = await createPartner();
    for (const stranger of [scopeOf(other), { ...scope, merchantId: other.merchantId }]) {
      await expect(order(stranger)).rejects.toMatchObject({ code: "payment_not_found" });
      expect(await sumHeldPayouts(stranger)).toEqual([]);
      await expect(standingIn(stranger)).rejects.toMatchObject({ code: "payment_not_found" });
      expect((await listStuckPayouts(stranger, { after: null, limit: 10 })).payouts).toEqual([]);
    }
    await expect(order(scope, "pay_1")).rejects.toMatchObject({ code: "payment_not_found" });
  });
});

test("a pending payout counts as stuck after 15 minutes; each page starts after the last row of the previous one", async () => {
  await setDestination(first);
  const ids = [id, await createTestPayment(partner), await createTestPayment(partner)];
  for (const each of ids) await payWithPayout(each, usdt);
  const list = async (after: Parameters<typeof listStuckPayouts>[1]["after"], limit: number) =>
    listStuckPayouts(scope, { after, limit });
  expect((await list(null, 10)).payouts).toEqual([]);
  const restore = useClock({ now: () => new Date(Date.now() + payoutStuckAfterMs) });
  const page = await list(null, 2);
  const rest = await list(page.next, 2);
  restore();
  const listed = [...page.payouts, ...rest.payouts].map(({ paymentId }) => paymentId);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect(page.payouts).toMatchObject(Array(2).fill({ state: "pending" }));
  expect(rest.next).toBeNull();
});
