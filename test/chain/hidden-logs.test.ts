import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { endExpiredCollections } from "#lib/domain/payments/collection/end-expired-collections.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { isComplete, recoverAll } from "#scripts/recover/recover-all.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type Backup, takeBackup } from "#test/db/backup.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

/** Signed by EIP-3009, and by Permit2; payouts of the second are plain transfers. */
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const usdt = getToken("eip155:137/erc20:0xc2132D05D31c914a87C6611C10748AEb04B58e8F");
const price = 10_000_000n;
const net = 9_860_000n;
let till: Till;
const nodes: NodeProxy[] = [];
let backup: Backup | null = null;
let aheadMs = 0;
let restoreClock: () => void;
let count = 0;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
  till = await startTill({
    chainIds: [8453, 137],
    proxy: async ({ rpcUrl }) => {
      const own = [await startNodeProxy(rpcUrl), await startNodeProxy(rpcUrl)];
      nodes.push(...own);
      return own.map(({ url }) => url).join(",");
    },
  });
});
afterAll(async () => {
  await till.stop();
  for (const node of nodes) await node.stop();
  restoreClock();
});
beforeEach(() => showLogs());
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await backup?.drop();
  backup = null;
});

const hides: NodeRule = ({ method }) => (method === "eth_getLogs" ? { edit: () => [] } : null);
const applyRule = (rule?: NodeRule) => {
  for (const node of nodes) node.misbehave(rule);
};
const hideLogs = () => applyRule(hides);
const showLogs = () => applyRule();

const workers: { stop(): Promise<void> }[] = [];
async function startOwnWorker() {
  const worker = await startWorker();
  let ended: Promise<void> | null = null;
  const stop = () => {
    ended ??= worker.stop();
    return ended;
  };
  workers.push({ stop });
  return { stop };
}

async function takeOwnBackup(): Promise<Backup> {
  backup = await takeBackup(String(till.env.DATABASE_URL));
  return backup;
}

type Shop = {
  api: ApiClient;
  partner: TestPartner;
  chain: TestChain;
  token: Token;
  wallet: Payer;
  buyer: Payer;
  paymentId: string;
};

/** Confirms a payment of 10 dollars, by a shop with or without a settlement destination. */
async function sell(token: Token, { isSettled }: { isSettled: boolean }): Promise<Shop> {
  count += 1;
  const chain = till.chains.find(({ chainId }) => chainId === token.chainId) as TestChain;
  const wallet = await createPayer(chain, `hidden shop ${count}`, { token, kind: "key", amount: price });
  const buyer = await createPayer(chain, `hidden buyer ${count}`, { token, kind: "key", amount: price });
  const partner = await createPartner(isSettled ? { settlements: [{ token, address: wallet.account }] } : {});
  const api = createApiClient(till.baseUrl, partner);
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, token.chainId, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  return { api, partner, chain, token, wallet, buyer, paymentId };
}

/** Runs a worker until a payment has ended. */
async function end({ api, paymentId }: Shop): Promise<string> {
  const worker = await startOwnWorker();
  const status = await awaitFinal(api, paymentId);
  await worker.stop();
  return status;
}

const statusOf = async ({ api, paymentId }: Shop) =>
  (await api.merchant("GET", `/v1/payments/${paymentId}`)).body.status;
const paid = ({ chain, token }: Shop, from: Hex, to: Hex) => listTransfers(chain, token, from, to, 0n);
const isRecovered = async () => (await recoverAll(relayRegistry)).every(isComplete);

/** Requests a refund. @returns the path of its link's calls, and what signs it. */
async function requestRefund(shop: Shop) {
  const { api, paymentId, token, wallet } = shop;
  const { body } = await api.merchant("POST", "/v1/refunds", { paymentId, mode: "request" });
  const path = `/v1/refund-requests/${String(body.url).split("/").at(-1)}`;
  const askOptions = () =>
    api.gateway("POST", `${path}/options`, { account: `eip155:${token.chainId}:${wallet.account}` });
  const confirm = async () => {
    const [option] = (await askOptions()).body.options as WireOption[];
    if (option === undefined) throw new Error("there is no option");
    const results = (await perform(option, wallet)).map((result) => ({ type: "walletRpc", data: [result] }));
    return api.gateway("POST", `${path}/confirm`, { optionId: option.id, results });
  };
  return { askOptions, confirm, read: async () => (await api.gateway("GET", `${path}/status`)).body };
}

type RefundCalls = Awaited<ReturnType<typeof requestRefund>>;
const awaitRefund = ({ read }: RefundCalls, { chain }: Shop, status: string) =>
  until(`a refund that is ${status}`, async () => {
    await chain.client.mine({ blocks: 1 });
    return (await read()).status === status;
  });

describe.each([usdc, usdt])("after a restore, while all nodes answer without logs: $symbol, $method", (token) => {
  test("a refund that was paid succeeds, and can't be signed again", async () => {
    const shop = await sell(token, { isSettled: true });
    expect(await end(shop)).toBe("succeeded");
    await mint(shop.chain, token, shop.wallet.account, 2n * price);
    const refund = await requestRefund(shop);
    expect((await refund.confirm()).status).toBe(200);
    const { restore } = await takeOwnBackup();
    const first = await startOwnWorker();
    await awaitRefund(refund, shop, "succeeded");
    await first.stop();
    const { txId } = await refund.read();
    await restore();
    hideLogs();
    const second = await startOwnWorker();
    await until("the end of the attempt", async () => {
      await shop.chain.client.mine({ blocks: 1 });
      return (await refund.read()).status !== "processing";
    });
    expect(await refund.read()).toMatchObject({ status: "succeeded", txId });
    await second.stop();
    expect(await isRecovered()).toBe(true);
    expect((await refund.askOptions()).body.code).toBe("invalid_state");
    expect(await paid(shop, defaultRouter, shop.buyer.account)).toEqual([price]);
  });

  test("a payment that was paid and settled succeeds, also when the recovery has run before the worker", async () => {
    const shop = await sell(token, { isSettled: true });
    const { restore } = await takeOwnBackup();
    expect(await end(shop)).toBe("succeeded");
    await restore();
    expect(await statusOf(shop)).toBe("processing");
    hideLogs();
    await until("the recovery", async () => {
      await shop.chain.client.mine({ blocks: 1 });
      return isRecovered();
    });
    expect(await statusOf(shop)).toBe("succeeded");
    // The transaction that the restored database still had to send ends without changing that.
    const worker = await startOwnWorker();
    await until("the end of the queued transaction", async () => {
      await shop.chain.client.mine({ blocks: 1 });
      const { rows } = await pool().query("SELECT FROM relay_transaction WHERE state = 'queued'");
      return rows.length === 0;
    });
    await worker.stop();
    expect(await statusOf(shop)).toBe("succeeded");
    expect(await paid(shop, shop.buyer.account, defaultRouter)).toEqual([price]);
  });

  test("a payment whose signature has expired stays open until the recovery has found its transaction", async () => {
    const shop = await sell(token, { isSettled: true });
    const { restore } = await takeOwnBackup();
    expect(await end(shop)).toBe("succeeded");
    await restore();
    hideLogs();
    aheadMs += 3_600_000;
    const timestamp = BigInt(Math.floor((Date.now() + aheadMs) / 1_000));
    for (const { client } of till.chains) {
      await client.setNextBlockTimestamp({ timestamp });
      await client.mine({ blocks: 25 });
    }
    await endExpiredCollections();
    expect(await statusOf(shop)).toBe("processing");
    expect(await isRecovered()).toBe(true);
    expect(await statusOf(shop)).toBe("succeeded");
  });

  test("a payout of held money that was sent isn't sent again, and settles its payment", async () => {
    const shop = await sell(token, { isSettled: false });
    expect(await end(shop)).toBe("succeeded");
    const { merchant, relayer } = shop.chain.accounts;
    const before = (await paid(shop, relayer.address, merchant.address)).length;
    await setDestination(shop.partner, token, merchant.address);
    await inTransaction((tx) => payOutNow(tx, { partnerId: shop.partner.partnerId, merchantId: null }, shop.paymentId));
    await sendPendingPayouts(token.chainId);
    const { restore } = await takeOwnBackup();
    const first = await startOwnWorker();
    const txId = await awaitSettlement(shop.api, shop.paymentId);
    await first.stop();
    await restore();
    hideLogs();
    const second = await startOwnWorker();
    const again = await until("the payout", async () => {
      await shop.chain.client.mine({ blocks: 1 });
      const { body } = await shop.api.merchant("GET", `/v1/payments/${shop.paymentId}`);
      return (body.settlement as { successful?: { txId: string } } | null)?.successful?.txId;
    });
    expect(again).toBe(txId);
    expect((await paid(shop, relayer.address, merchant.address)).slice(before)).toEqual([net]);
    showLogs();
    // Opening balances are compared once every transaction of their time has ended.
    await until("the books to agree with the chain", async () => {
      await shop.chain.client.mine({ blocks: 1 });
      return (await reconcile({ isFull: true })).differences.length === 0;
    });
    await second.stop();
  });
});

test("what the recovery attributes is a difference until it is recorded: a payout that the restored database still holds", async () => {
  const shop = await sell(usdc, { isSettled: false });
  expect(await end(shop)).toBe("succeeded");
  const { merchant, relayer } = shop.chain.accounts;
  await setDestination(shop.partner, usdc, merchant.address);
  const payOut = () =>
    inTransaction((tx) => payOutNow(tx, { partnerId: shop.partner.partnerId, merchantId: null }, shop.paymentId));
  await reconcile();
  const { restore } = await takeOwnBackup();
  await payOut();
  const first = await startOwnWorker();
  const txId = await awaitSettlement(shop.api, shop.paymentId);
  await first.stop();
  await restore();
  expect(await isRecovered()).toBe(true);
  const facts = { chainId: 8453, wallet: relayer.address, attribution: "payout", subject: shop.paymentId };
  const found = async () => (await reconcile()).differences.filter(({ kind }) => kind === "attribution_not_recorded");
  const difference = { kind: "attribution_not_recorded", ...facts, txHash: txId, nonce: expect.any(BigInt) };
  expect(await found()).toEqual([difference]);
  await payOut();
  const second = await startOwnWorker();
  expect(await awaitSettlement(shop.api, shop.paymentId)).toBe(txId);
  await second.stop();
  expect(await found()).toEqual([]);
});
