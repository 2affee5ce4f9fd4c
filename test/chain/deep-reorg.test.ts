import { erc20Abi } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkFinality } from "#lib/chain/relay/recovery/check-finality.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { settleRemoved } from "#lib/domain/payments/recovery/removed-payments.ts";
import { listRemovedPayments } from "#lib/domain/payments/recovery/removed-repository.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import { forkedAt, type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { reorg } from "#test/chain/reorg.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let chain: TestChain;
let nodes: NodeProxy[];
let queue: RelayQueue;

beforeAll(async () => {
  till = await startTill({
    confirmations: 2,
    proxy: async ({ rpcUrl }) => {
      nodes = [await startNodeProxy(rpcUrl), await startNodeProxy(rpcUrl)];
      return nodes.map(({ url }) => url).join(",");
    },
  });
  chain = till.chains[0] as TestChain;
  queue = { chainId: 8453, wallet: chain.accounts.relayer.address };
  await chain.client.mine({ blocks: 5 });
  await reconcile();
});
afterAll(async () => {
  await till.stop();
  for (const node of nodes) await node.stop();
});
beforeEach(async () => {
  await pool().query("DELETE FROM alarm");
});

const balanceOf = (account: Address) =>
  chain.client.readContract({ address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [account] });
const createAccount = async (name: string) =>
  (await createPayer(chain, name, { token: usdc, amount: 1n, kind: "key" })).account;
const removed = () => listRemovedPayments(database, null, 10);

async function whileWorking<T>(work: () => Promise<T>): Promise<T> {
  const worker = await startWorker();
  const done = await mineWhile(chain, work());
  await worker.stop();
  return done;
}

/** A payment of 10 USDC that has succeeded; `shop` has its money, or the treasury without one. */
async function pay(name: string, shop: Address | null) {
  const partner = await createPartner(shop === null ? {} : { settlements: [{ token: usdc, address: shop }] });
  const api = createApiClient(till.baseUrl, partner);
  const buyer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  expect(await whileWorking(() => awaitFinal(api, paymentId))).toBe("succeeded");
  return { partner, api, paymentId, buyer };
}

/** Checks once, so that what was final is known to be, and removes the wallet's last transaction with its block. */
async function removeLast(): Promise<bigint> {
  expect(await checkFinality(queue, relayRegistry)).toBe(true);
  const { rows } = await pool().query(
    "SELECT block_number AS block FROM relay_transaction ORDER BY nonce DESC LIMIT 1",
  );
  const block = BigInt(rows[0]?.block);
  await reorg(chain, Number((await chain.client.getBlockNumber()) - block + 1n));
  return block;
}

const follow = () =>
  mineWhile(
    chain,
    until("everything to be final again", () => checkFinality(queue, relayRegistry)),
  );

async function listAlarms(kind: string) {
  const { rows } = await pool().query<{ subject: string; isOpen: boolean }>(
    `SELECT subject, ended_at IS NULL AS "isOpen" FROM alarm WHERE kind = $1`,
    [kind],
  );
  return rows;
}

async function differences() {
  await chain.client.mine({ blocks: 3 });
  return (await reconcile({ isFull: true })).differences;
}

test("a settled payment that a deep reorg removed on a quiet wallet is named and paid again, by the worker itself", async () => {
  const shop = await createAccount("shop");
  const { api, paymentId } = await pay("buyer", shop);
  await removeLast();
  expect(await balanceOf(shop)).toBe(1n);
  const isPaid = () => until("the shop to be paid again", async () => (await balanceOf(shop)) > 1n);
  await whileWorking(isPaid);
  await follow();
  expect(await listAlarms("payment_removed")).toEqual([{ subject: paymentId, isOpen: false }]);
  expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).body.status).toBe("succeeded");
  expect({ removed: await removed(), differences: await differences() }).toEqual({ removed: [], differences: [] });
});

test("a payment that can't be collected again stays succeeded and is a row for a person, who settles it in the books", async () => {
  const shop = await createAccount("shop of the loss");
  const { api, partner, paymentId, buyer } = await pay("buyer without money", shop);
  await removeLast();
  await issuerOf(chain, usdc).setFrozen(buyer.account, true);
  await follow();
  expect(await listAlarms("payment_removed")).toEqual([{ subject: paymentId, isOpen: true }]);
  const row = { paymentId, refundId: null, amount: 10_000_000n, isMissing: true };
  expect(await removed()).toEqual([expect.objectContaining(row)]);
  const of = (partnerId: typeof partner.partnerId) =>
    listRemovedPayments(database, { partnerId, merchantId: null }, 10);
  expect(await of(partner.partnerId)).toHaveLength(1);
  expect(await of((await createPartner()).partnerId)).toEqual([]);
  expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).body.status).toBe("succeeded");
  const twice = [settleRemoved(paymentId, "the buyer paid again"), settleRemoved(paymentId, "the buyer paid again")];
  expect((await Promise.allSettled(twice)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await listAlarms("payment_removed")).toEqual([{ subject: paymentId, isOpen: false }]);
  expect({ removed: await removed(), differences: await differences() }).toEqual({ removed: [], differences: [] });
});

test("a payout of held money that a deep reorg removed is made once, by the same transaction", async () => {
  const { partner, api, paymentId } = await pay("buyer of a held payment", null);
  const shop = await createAccount("late shop");
  await setDestination(partner, usdc, shop);
  await inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
  await whileWorking(() => awaitSettlement(api, paymentId));
  const before = await balanceOf(shop);
  await removeLast();
  expect(await balanceOf(shop)).toBeLessThan(before);
  await follow();
  expect(await balanceOf(shop)).toBe(before);
  const { rows } = await pool().query("SELECT FROM relay_transaction WHERE payment_id = $1", [paymentId]);
  expect({ attempts: rows.length, differences: await differences() }).toEqual({ attempts: 1, differences: [] });
});

test("one of two nodes that shows another block removes nothing, with the other one silent or not", async () => {
  await pay("buyer of the liar", await createAccount("shop of the liar"));
  const { rows } = await pool().query("SELECT max(block_number) AS block FROM relay_transaction");
  nodes[1]?.misbehave(forkedAt(BigInt(rows[0]?.block)));
  expect(await checkFinality(queue, relayRegistry)).toBe(false);
  nodes[0]?.misbehave(({ method }) => (method === "eth_getBlockByNumber" ? { edit: () => null } : null));
  expect(await checkFinality(queue, relayRegistry)).toBe(false);
  for (const node of nodes) node.misbehave();
  expect(await removed()).toEqual([]);
  expect(await listAlarms("payment_removed")).toEqual([]);
  expect(await checkFinality(queue, relayRegistry)).toBe(true);
});

test("a payment that was removed while other transactions became final is found below them", async () => {
  const shop = await createAccount("shop of the first");
  const { paymentId } = await pay("first buyer", shop);
  await removeLast();
  const before = await balanceOf(shop);
  await pay("second buyer", await createAccount("shop of the second"));
  await follow();
  expect((await balanceOf(shop)) - before).toBe(9_860_000n);
  expect(await listAlarms("payment_removed")).toEqual([{ subject: paymentId, isOpen: false }]);
  expect(await differences()).toEqual([]);
});
