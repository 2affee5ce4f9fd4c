import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Address } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const owed = 9_860_000;
let till: Till;
let chain: TestChain;
let aheadMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
  till = await startTill({ env: { OUTFLOW_LIMITS: "8453:USDC=25" } });
  chain = till.chains[0] as TestChain;
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  restoreClock();
});
beforeEach(async () => {
  await pool().query("DELETE FROM outflow_day");
});

/** A payment of 10 USDC whose money the treasury holds, and its partner. */
async function hold(name: string) {
  const partner = await createPartner();
  const api = createApiClient(till.baseUrl, partner);
  const buyer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  return { partner, paymentId };
}

const createAccount = async (name: string) =>
  (await createPayer(chain, name, { token: usdc, amount: 1n, kind: "key" })).account;
const order = ({ partnerId }: TestPartner, paymentId: string) =>
  inTransaction((tx) => payOutNow(tx, { partnerId, merchantId: null }, paymentId));

async function awaitState(paymentId: string, state: "failed" | "final"): Promise<void> {
  const reached = until(`a payout that is ${state}`, async () => {
    const { rows } = await pool().query("SELECT FROM payout WHERE payment_id = $1 AND state = $2::payout_state", [
      paymentId,
      state,
    ]);
    return rows.length > 0;
  });
  await mineWhile(chain, reached);
}

async function used(): Promise<number> {
  const { rows } = await pool().query("SELECT used FROM outflow_day WHERE asset LIKE '%erc20%'");
  return Number(rows[0]?.used ?? 0);
}

async function attemptFive(partner: TestPartner, paymentId: string): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    await order(partner, paymentId);
    await awaitState(paymentId, "failed");
  }
}

async function payOutTo(account: Address, { partner, paymentId }: Awaited<ReturnType<typeof hold>>): Promise<void> {
  await setDestination(partner, usdc, account);
  await order(partner, paymentId);
  await awaitState(paymentId, "final");
}

test("payouts to an account that the token refuses take nothing of the limit that others share", async () => {
  const refused = await hold("refused");
  const other = await hold("other");
  const blocked = await createAccount("blocked");
  await issuerOf(chain, usdc).setFrozen(blocked, true);
  await setDestination(refused.partner, usdc, blocked);
  await attemptFive(refused.partner, refused.paymentId);
  const { rows } = await pool().query("SELECT FROM relay_transaction WHERE payment_id = $1", [refused.paymentId]);
  expect({ used: await used(), signed: rows.length }).toEqual({ used: 0, signed: 0 });
  await payOutTo(await createAccount("good"), other);
  expect(await used()).toBe(owed);
});

test("payouts that fail while the whole token is paused give back what they could have taken", async () => {
  const paused = await hold("paused");
  const account = await createAccount("waits");
  await setDestination(paused.partner, usdc, account);
  await issuerOf(chain, usdc).setPaused(true);
  await attemptFive(paused.partner, paused.paymentId);
  expect(await used()).toBe(0);
  await issuerOf(chain, usdc).setPaused(false);
  await payOutTo(account, paused);
  expect(await used()).toBe(owed);
  const open = await pool().query(`SELECT FROM outflow f JOIN relay_transaction r ON r.id = f.relay_transaction_id
    WHERE r.state IN ('final', 'refused', 'cancelled', 'displaced')`);
  expect(open.rows).toEqual([]);
});

test("a worker whose clock is slow pays out by the chain's clock", async () => {
  const held = await hold("slow clock");
  const account = await createAccount("of the slow clock");
  aheadMs = -11 * 60_000;
  await payOutTo(account, held);
  aheadMs = 0;
  const { rows } = await pool().query("SELECT attempt FROM payout WHERE payment_id = $1", [held.paymentId]);
  expect(rows).toEqual([{ attempt: 1 }]);
});
