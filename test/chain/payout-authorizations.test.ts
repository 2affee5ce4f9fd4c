import {
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isHex,
  keccak256,
  multicall3Abi,
  toFunctionSelector,
  toHex,
} from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eip3009Abi, multicall3Address } from "#lib/chain/contracts.ts";
import { ownerOf } from "#lib/chain/relay/relay-registry.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listFresh } from "#lib/chain/relay/repository.ts";
import type { Address } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { retryFailedPayouts } from "#lib/domain/payments/payouts/retries/retry-failed-payouts.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { type NodeCall, type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { type Issuer, issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { takeBackup } from "#test/db/backup.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const owed = 9_860_000n;

let till: Till;
let chain: TestChain;
let node: NodeProxy;
let issuer: Issuer;
let partner: TestPartner;
let api: ApiClient;
let first: Address;
let second: Address;
let worker: { stop(): Promise<void> } | null = null;
/** The time by which the clocks of this installation and of its chain are ahead. */
let aheadMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
  till = await startTill({
    async proxy({ rpcUrl }) {
      node = await startNodeProxy(rpcUrl);
      return node.url;
    },
  });
  chain = till.chains[0] as TestChain;
  issuer = issuerOf(chain, usdc);
});
afterAll(async () => {
  await till.stop();
  await node.stop();
  restoreClock();
});
beforeEach(async ({ task }) => {
  const account = async (name: string) =>
    (await createPayer(chain, `${task.name}, ${name}`, { token: usdc, amount: 1n, kind: "key" })).account;
  [first, second] = [await account("first"), await account("second")];
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
});
afterEach(async () => {
  node.misbehave();
  await stopWorker();
});

async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = null;
}

const sendTo = (address: Address) => setDestination(partner, usdc, address);
const order = (paymentId: PaymentId) =>
  inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
const paidTo = (address: Address) => listTransfers(chain, usdc, chain.accounts.relayer.address, address, 0n);
const differences = async () => (await reconcile()).differences;

/** Pays a payment whose money the treasury holds. */
async function hold(name: string): Promise<PaymentId> {
  worker ??= await startWorker();
  const payer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, payer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  return paymentId as PaymentId;
}

/** Signs payouts and queues them, without a worker that sends them. @returns their calls. */
async function sign(...ids: PaymentId[]): Promise<Hex[]> {
  await stopWorker();
  for (const id of ids) await order(id);
  await sendPayouts(ids);
  return Promise.all(ids.map(callOf));
}

async function callOf(id: PaymentId): Promise<Hex> {
  const { rows } = await pool().query<{ calldata: Hex }>(
    "SELECT calldata FROM relay_transaction WHERE payment_id = $1 ORDER BY id DESC LIMIT 1",
    [id],
  );
  return (rows[0] as { calldata: Hex }).calldata;
}

/** Submits calls of the token in one transaction of a stranger. */
async function submit(...calls: Hex[]): Promise<Hex> {
  const aggregate = calls.map((callData) => ({ target: usdc.address, allowFailure: false, callData }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [aggregate] });
  const sent = { account: chain.accounts.faucet.address, chain: null, to: multicall3Address, data, gas: 1_000_000n };
  const hash = await chain.client.sendTransaction(sent);
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe("success");
  return hash;
}

/** Lets all authorizations expire that were signed before. */
async function letExpire(): Promise<void> {
  aheadMs += 601_000;
  const { timestamp } = await chain.client.getBlock();
  const now = BigInt(Math.floor((Date.now() + aheadMs) / 1_000));
  await chain.client.setNextBlockTimestamp({ timestamp: now > timestamp ? now : timestamp + 1n });
  await chain.client.mine({ blocks: 1 });
}

/** Has a payout to the first account refused before it is sent, and ordered to the second. @returns the call to the first. */
async function redirect(id: PaymentId): Promise<Hex> {
  await sendTo(first);
  await issuer.setPaused(true);
  const [earlier] = (await sign(id)) as [Hex];
  worker = await startWorker();
  await untilPayout(id, "failed");
  await stopWorker();
  await issuer.setPaused(false);
  await sendTo(second);
  await order(id);
  return earlier;
}

async function transfersOf(id: PaymentId) {
  const sql = `SELECT tx_hash AS hash, recipient, amount FROM chain_transfer WHERE payment_id = $1 AND kind = 'settlement'`;
  return (await pool().query<{ hash: Hex; recipient: Address; amount: string }>(sql, [id])).rows;
}

async function standing(id: PaymentId) {
  const sql = "SELECT state, attempt, failure FROM payout WHERE payment_id = $1";
  return (await pool().query<{ state: string; attempt: number; failure: string | null }>(sql, [id])).rows[0];
}

const untilPayout = (id: PaymentId, state: string) =>
  until(`a payout that is ${state}`, async () => (await standing(id))?.state === state);

test("payouts whose authorizations a stranger submits in one transaction are each recorded, with their own amounts", async ({
  task,
}) => {
  const ids = [await hold(`${task.name} 1`), await hold(`${task.name} 2`), await hold(`${task.name} 3`)];
  await sendTo(first);
  const [a, b] = (await sign(...ids)) as [Hex, Hex, Hex];
  const hash = await submit(b, a);
  worker = await startWorker();
  const settled = await Promise.all(ids.map((id) => awaitSettlement(api, id)));
  expect(settled.slice(0, 2)).toEqual([hash, hash]);
  expect(await paidTo(first)).toEqual([owed, owed, owed]);
  for (const id of ids) expect(await transfersOf(id)).toMatchObject([{ recipient: first, amount: String(owed) }]);
  expect(await differences()).toEqual([]);
});

/** Shows the chain as if it had grown by so many empty blocks. */
async function growBy(blocks: bigint): Promise<void> {
  const head = await chain.client.getBlockNumber();
  const isLater = (value: unknown) => isHex(value) && value.length < 20 && BigInt(value) > head;
  node.misbehave(({ method, params }) => {
    if (method === "eth_blockNumber") return { edit: () => toHex(head + blocks) };
    const [filter] = params as [{ fromBlock?: Hex; toBlock?: Hex }];
    if (method !== "eth_getLogs") return { params: params.map((each) => (isLater(each) ? toHex(head) : each)) };
    // The first block has no logs.
    if (isLater(filter.fromBlock)) return { params: [{ ...filter, fromBlock: "0x0", toBlock: "0x0" }] };
    return { params: [isLater(filter.toBlock) ? { ...filter, toBlock: toHex(head) } : filter] };
  });
}

test("a payout that was made is found by its authorization, however many blocks ago that was", async ({ task }) => {
  const id = await hold(task.name);
  await sendTo(first);
  const hash = await submit(...(await sign(id)));
  const queue = { chainId: 8453, wallet: chain.accounts.relayer.address };
  const [transaction] = (await listFresh(database, queue, 1)) as [RelayTransaction];
  await growBy(600_000n);
  const execution = await ownerOf(relayRegistry, transaction).findExecution(transaction, 0n);
  expect(execution?.receipt.transactionHash).toBe(hash);
});

test("a payout isn't taken for another one, whose transaction had its number before a failover to a standby that was behind", async ({
  task,
}) => {
  const [made, later] = [await hold(`${task.name} 1`), await hold(`${task.name} 2`)];
  await sendTo(first);
  const [call] = (await sign(made, later)) as [Hex, Hex];
  const hash = await submit(call);
  const queue = { chainId: 8453, wallet: chain.accounts.relayer.address };
  const [one, other] = (await listFresh(database, queue, 2)) as [RelayTransaction, RelayTransaction];
  const find = async (transaction: RelayTransaction) =>
    (await ownerOf(relayRegistry, transaction).findExecution(transaction, 0n))?.receipt.transactionHash;
  expect(await find(one)).toBe(hash);
  expect(await find({ ...other, id: one.id })).toBeUndefined();
});

test("a payout to a new destination waits until the authorization to the earlier one has expired", async ({ task }) => {
  const id = await hold(task.name);
  const earlier = await redirect(id);
  await sendPayouts([id]);
  expect(await standing(id)).toMatchObject({ state: "pending", attempt: 2 });
  expect(await callOf(id)).toBe(earlier);
  await letExpire();
  worker = await startWorker();
  await awaitSettlement(api, id);
  expect([await paidTo(first), await paidTo(second)]).toEqual([[], [owed]]);
  await expect(submit(earlier)).rejects.toThrow();
  expect(await differences()).toEqual([]);
});

test("an authorization to an earlier destination that a stranger has submitted pays once, and the books name who got it", async ({
  task,
}) => {
  const id = await hold(task.name);
  const hash = await submit(await redirect(id));
  await letExpire();
  worker = await startWorker();
  await untilPayout(id, "failed");
  expect(await standing(id)).toMatchObject({
    attempt: 2,
    failure: `${hash} took ${owed} and went to ${first}, not to ${second}`,
  });
  await expect(order(id)).rejects.toMatchObject({ message: expect.stringMatching(/would pay twice/) });
  expect([await paidTo(first), await paidTo(second)]).toEqual([[owed], []]);
  expect(await transfersOf(id)).toEqual([{ hash, recipient: first, amount: String(owed) }]);
  expect(await differences()).toEqual([]);
});

test("an authorization that expires before it is sent is signed again, and that is no failure", async ({ task }) => {
  const id = await hold(task.name);
  await sendTo(first);
  await sign(id);
  await letExpire();
  worker = await startWorker();
  await until("a final payout", async () => {
    await retryFailedPayouts();
    return (await standing(id))?.state === "final";
  });
  expect(await standing(id)).toMatchObject({ attempt: 2 });
  expect(await paidTo(first)).toEqual([owed]);
  const { rows } = await pool().query<{ type: string }>(
    "SELECT type FROM payment_event WHERE payment_id = $1 AND type LIKE 'settle%' ORDER BY version",
    [id],
  );
  expect(rows.map(({ type }) => type)).toEqual(["settlement_ordered", "settlement_retried", "settled"]);
});

/** Forgets what a new process doesn't know, and shows the token's domain, or another one, as after an upgrade of the token. */
function startAnew(isKnown: boolean): void {
  for (const name of ["chain-capabilities", "chain-token-domains", "payout-searches"]) {
    processSingleton(name, () => new Map<unknown, unknown>())().clear();
  }
  const selector = toFunctionSelector("DOMAIN_SEPARATOR()");
  const isRead = ({ method, params }: NodeCall) =>
    method === "eth_call" && (params[0] as { data?: Hex }).data?.startsWith(selector) === true;
  node.misbehave((call) => (!isKnown && isRead(call) ? { edit: () => keccak256("0x") } : null));
}

test("while a token's contract isn't as expected, its payout isn't queued, least of all as a plain transfer that could happen twice", async ({
  task,
}) => {
  const id = await hold(task.name);
  await sendTo(first);
  await stopWorker();
  await order(id);
  startAnew(true);
  const selector = toFunctionSelector("decimals()");
  const isRead = ({ method, params }: NodeCall) =>
    method === "eth_call" && (params[0] as { data?: Hex }).data?.startsWith(selector) === true;
  node.misbehave((call) => (isRead(call) ? { edit: () => toHex(18, { size: 32 }) } : null));
  await expect(sendPayouts([id])).rejects.toThrow("can't be checked on its chain");
  const { rows } = await pool().query("SELECT FROM relay_transaction WHERE payment_id = $1", [id]);
  expect(rows).toEqual([]);
  startAnew(true);
  await sendPayouts([id]);
  const { functionName } = decodeFunctionData({ abi: eip3009Abi, data: await callOf(id) });
  expect(functionName).toBe("transferWithAuthorization");
});

test("a payout that its authorization made before a restore isn't made again by a plain transfer", async ({ task }) => {
  const id = await hold(task.name);
  // The treasury could pay twice.
  await hold(`${task.name}, another`);
  await sendTo(first);
  await stopWorker();
  const backup = await takeBackup(String(till.env.DATABASE_URL));
  await order(id);
  worker = await startWorker();
  const hash = await awaitSettlement(api, id);
  await stopWorker();
  await backup.restore();
  startAnew(false);
  await order(id);
  worker = await startWorker();
  expect(await awaitSettlement(api, id)).toBe(hash);
  expect(await paidTo(first)).toEqual([owed]);
  startAnew(true);
  await backup.drop();
});
