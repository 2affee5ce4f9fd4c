import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Address } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { retryFailedPayouts } from "#lib/domain/payments/payouts/retries/retry-failed-payouts.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { type Issuer, issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const amount = 10_000_000n;
const owed = 9_860_000n;

let till: Till;
let chain: TestChain;
let issuer: Issuer;
let partner: TestPartner;
let api: ApiClient;
let worker: { stop(): Promise<void> };
let first: Address;
let second: Address;
let sinceBlock: bigint;
/** The time by which the clocks of this installation and of its chain are ahead. */
let aheadMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
  till = await startTill();
  chain = till.chains[0] as TestChain;
  issuer = issuerOf(chain, usdc);
});
afterAll(async () => {
  await till.stop();
  restoreClock();
});
beforeEach(async ({ task }) => {
  const account = async (name: string) =>
    (await createPayer(chain, `${task.name}, ${name}`, { token: usdc, amount: 1n, kind: "key" })).account;
  [first, second] = [await account("first"), await account("second")];
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
  worker = await startWorker();
  sinceBlock = (await chain.client.getBlockNumber()) + 1n;
});
afterEach(async () => {
  await chain.client.setAutomine(true);
  await worker.stop();
});

const sendTo = (address: Address) => setDestination(partner, usdc, address);
const order = (paymentId: string) =>
  inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
const paidTo = (address: Address) => listTransfers(chain, usdc, chain.accounts.relayer.address, address, sinceBlock);
const differences = async () => (await reconcile()).differences;

async function confirmPayment(name: string): Promise<string> {
  const payer = await createPayer(chain, name, { token: usdc, amount, kind: "key" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, payer.account))[0] as WireOption;
  const results = await perform(option, payer);
  await chain.client.setAutomine(false);
  expect((await confirmWith(api, paymentId, option, results)).status).toBe(200);
  return paymentId;
}

/** Late requests are refused because the payout is under way or done; all others request the same payout. */
async function orderTenTimes(paymentId: string, attempt: number): Promise<void> {
  const orders = await Promise.allSettled(Array.from({ length: 10 }, () => order(paymentId)));
  for (const each of orders) {
    if (each.status === "fulfilled") expect(each.value).toMatchObject({ attempt });
    else
      expect(each.reason).toMatchObject({
        code: "invalid_state",
        message: expect.stringMatching(/on its way|is already settled/),
      });
  }
  expect(orders.some(({ status }) => status === "fulfilled")).toBe(true);
}

const untilPending = (count: number) =>
  until(`${count} pending transactions`, async () => (await chain.client.getTxpoolStatus()).pending === count);

function untilPayout(paymentId: string, state: string): Promise<true> {
  const query = "SELECT FROM payout WHERE payment_id = $1 AND state = $2";
  return until(
    `a payout that is ${state}`,
    async () => (await pool().query(query, [paymentId, state])).rows.length > 0,
  );
}

/**
 * Lets a payment succeed whose merchant adds a destination after the confirm, so that the treasury pays it. Applies an issuer's
 * restriction in the block of that payout, before it.
 */
async function settleBehind(name: string, trouble: () => Promise<void>): Promise<string> {
  const paymentId = await confirmPayment(name);
  await sendTo(first);
  await untilPending(1);
  await chain.client.mine({ blocks: 1 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await untilPending(1);
  const isSet = trouble();
  await untilPending(2);
  await chain.client.mine({ blocks: 1 });
  await isSet;
  await untilPayout(paymentId, "failed");
  await chain.client.setAutomine(true);
  return paymentId;
}

const after = (minutes: number) => ({ now: () => new Date(Date.now() + aheadMs + minutes * 60_000) });
/** Retries failed payouts as a worker does at the time of the clock, which is restored afterwards. */
const retryThen = (restore: () => void) => retryFailedPayouts().finally(restore);

async function standing(paymentId: string) {
  const sql = 'SELECT state, attempt, retry_at IS NOT NULL AS "isRetried" FROM payout WHERE payment_id = $1';
  return (await pool().query(sql, [paymentId])).rows[0];
}

test("a payout that reverted because the token was paused is tried again until it arrives, without an order", async ({
  task,
}) => {
  const paymentId = await settleBehind(task.name, () => issuer.setPaused(true));
  await retryThen(useClock(after(2)));
  expect(await standing(paymentId)).toEqual({ state: "failed", attempt: 1, isRetried: true });
  await issuer.setPaused(false);
  await retryThen(useClock(after(10)));
  await awaitSettlement(api, paymentId);
  expect(await paidTo(first)).toEqual([owed]);
  expect(await standing(paymentId)).toEqual({ state: "final", attempt: 2, isRetried: false });
  expect(await differences()).toEqual([]);
});

describe("a payout that reverted because the token has blocked its destination", () => {
  test("is paid to the merchant's new destination on demand, once, even when requested concurrently", async ({
    task,
  }) => {
    const paymentId = await settleBehind(task.name, () => issuer.setFrozen(first, true));
    expect(await differences()).toEqual([]);
    await retryThen(useClock(after(2)));
    expect(await standing(paymentId)).toEqual({ state: "failed", attempt: 1, isRetried: false });
    await sendTo(second);
    await orderTenTimes(paymentId, 2);
    // The authorization to the first destination could still be submitted until then.
    aheadMs += 601_000;
    await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.ceil((Date.now() + aheadMs) / 1_000)) });
    await chain.client.mine({ blocks: 1 });
    await awaitSettlement(api, paymentId);
    await expect(order(paymentId)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/is already settled/),
    });
    expect([await paidTo(first), await paidTo(second)]).toEqual([[], [owed]]);
    expect(await differences()).toEqual([]);
  });

  test("fails again without being sent while blocked, and is paid to its original destination afterwards", async ({
    task,
  }) => {
    const paymentId = await settleBehind(task.name, () => issuer.setFrozen(first, true));
    expect(await order(paymentId)).toMatchObject({ attempt: 2 });
    await untilPayout(paymentId, "failed");
    await issuer.setFrozen(first, false);
    expect(await order(paymentId)).toMatchObject({ attempt: 3 });
    await awaitSettlement(api, paymentId);
    expect(await paidTo(first)).toEqual([owed]);
    const { rows } = await pool().query(
      "SELECT payout_attempt AS attempt, state FROM relay_transaction WHERE payment_id = $1 ORDER BY id",
      [paymentId],
    );
    expect(rows).toEqual([
      { attempt: 1, state: "final" },
      { attempt: 2, state: "refused" },
      { attempt: 3, state: "final" },
    ]);
    expect(await differences()).toEqual([]);
  });
});

test("a payout of which the token kept a part has failed and is not paid a second time", async ({ task }) => {
  const paymentId = await confirmPayment(task.name);
  await chain.client.setAutomine(true);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await issuer.setFeeBps(100);
  await sendTo(first);
  await order(paymentId);
  await untilPayout(paymentId, "failed");
  await issuer.setFeeBps(0);
  await expect(order(paymentId)).rejects.toMatchObject({ message: expect.stringMatching(/would pay twice/) });
  expect(await paidTo(first)).toEqual([(owed * 99n) / 100n]);
  expect(await differences()).toEqual([]);
});

test("money received without a destination is paid to a later one on demand", async ({ task }) => {
  const paymentId = await confirmPayment(task.name);
  await chain.client.setAutomine(true);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await untilPayout(paymentId, "held");
  await expect(order(paymentId)).rejects.toMatchObject({
    message: expect.stringMatching(/no settlement destination for this asset/),
  });
  await sendTo(second);
  await orderTenTimes(paymentId, 1);
  await awaitSettlement(api, paymentId);
  expect(await paidTo(second)).toEqual([owed]);
  expect(await differences()).toEqual([]);
});
