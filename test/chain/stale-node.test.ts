import { encodeFunctionData, type Hex, isHex, keccak256, stringToHex, toFunctionSelector } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { invalidation } from "#test/chain/burn-nonce.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import { type NodeProxy, type NodeRule, staleAt, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, type Payer, perform } from "#test/chain/payer.ts";
import { reorg } from "#test/chain/reorg.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const price = 10n * 10n ** 18n;
const confirmations = 3;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let node: NodeProxy;
let worker: Service;

beforeAll(async () => {
  till = await startTill({ chainIds: [56], confirmations });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  node = await startNodeProxy(chain.rpcUrl);
  // Only the worker uses the misbehaving node.
  worker = await startService("scripts/worker.ts", { env: { ...till.env, RPC_URLS_56: node.url } });
});
afterAll(async () => {
  await worker.stop();
  await node.stop();
  await till.stop();
});
beforeEach(() => node.misbehave());

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, amount] });

const bitmapSelector = toFunctionSelector("nonceBitmap(address,uint256)");
const isBitmap = ([call]: unknown[]) => (call as { data?: string }).data?.startsWith(bitmapSelector) === true;

/** True for the relay's simulation of a call as it will be sent: an estimate, or a call with the gas price. */
const isAsSent = (method: string, params: unknown[]) =>
  method === "eth_estimateGas" || (method === "eth_call" && "gasPrice" in (params[0] as object));
const busy: NodeRule = ({ method, params }) =>
  isAsSent(method, params) ? { error: { code: -32_000, message: "busy" } } : null;

type Prepared = { payer: Payer; paymentId: string; before: bigint };

/** Confirms a payment. With an allowance it can be collected at once; without, its approval has an unknown hash. */
async function confirmed(name: string, allowance: bigint): Promise<Prepared> {
  const before = await chain.client.getBlockNumber();
  const payer = await createPayer(chain, name, { token: usdc, kind: "key", amount: price, allowance });
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 56, payer.account);
  if (option === undefined) throw new Error("no option");
  const results = await perform(option, { ...payer, send: async () => keccak256(stringToHex(name)) });
  const answer = await confirmWith(api, paymentId, option, results);
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  return { payer, paymentId, before };
}

type State = { state: string | null; failure: string | null; attempt: string; awaits: boolean };

async function stateOf({ paymentId }: Prepared): Promise<State> {
  const { rows } = await pool().query<State>(
    `SELECT r.state, r.simulation_failure AS failure, a.state AS attempt, a.awaits FROM payment_attempt a
     LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' WHERE a.payment_id = $1`,
    [paymentId],
  );
  const [state] = rows;
  if (state === undefined) throw new Error("no attempt");
  return state;
}

function untilState(prepared: Prepared, isThere: (state: State) => boolean): Promise<State> {
  return until("the state of an attempt", async () => {
    const state = await stateOf(prepared);
    return isThere(state) ? state : null;
  });
}

/** Resolves when the node has received this many more of these calls. */
function untilAsked(times: number, isIt: (method: string, params: unknown[]) => boolean): Promise<true> {
  const count = () => node.calls.filter(({ method, params }) => isIt(method, params)).length;
  const enough = count() + times;
  return until(`${times} more calls of the node`, () => count() >= enough);
}

test("a refusal by a node that lags behind the confirm doesn't count: the payment waits, and is collected once the node has caught up", async () => {
  const lag = staleAt(await chain.client.getBlockNumber());
  node.misbehave(lag);
  const prepared = await confirmed("behind", price);
  await untilState(prepared, ({ failure }) => failure !== null);
  await chain.client.mine({ blocks: 2 * confirmations });
  await untilAsked(2, (method) => method === "eth_estimateGas");
  expect(await stateOf(prepared)).toMatchObject({ state: "queued", attempt: "received" });
  node.misbehave();
  expect(await awaitFinalWhileMining(prepared)).toBe("succeeded");
});

test("of several nodes behind one address, one lags behind: its refusal alone never rejects a call, at any depth", async () => {
  const stale = staleAt(await chain.client.getBlockNumber());
  const rule: NodeRule = (call) => (isAsSent(call.method, call.params) ? stale(call) : null);
  node.misbehave(rule);
  const prepared = await confirmed("one of several", price);
  await untilState(prepared, ({ failure }) => failure !== null);
  await chain.client.mine({ blocks: 2 * confirmations });
  // The second simulation names its block.
  await untilAsked(2, (method, params) => method === "eth_estimateGas" && isHex(params[1]));
  expect(await stateOf(prepared)).toMatchObject({ state: "queued", attempt: "received" });
  node.misbehave();
  expect(await awaitFinalWhileMining(prepared)).toBe("succeeded");
});

test("after an approval, a simulation on a node that has not seen it yet does not end the payment", async () => {
  const prepared = await confirmed("approve", 0n);
  await untilState(prepared, ({ awaits }) => awaits);
  const stale = staleAt(await chain.client.getBlockNumber());
  const isSimulation = (method: string, params: unknown[]) =>
    method === "eth_call" && (params[0] as { to?: string }).to?.toLowerCase() === defaultRouter.toLowerCase();
  node.misbehave((call) => (isSimulation(call.method, call.params) ? stale(call) : null));
  await prepared.payer.send(usdc.address, approve(price));
  await chain.client.mine({ blocks: confirmations });
  await untilAsked(4, isSimulation);
  expect(await stateOf(prepared)).toMatchObject({ attempt: "received", awaits: true });
  node.misbehave();
  expect(await awaitFinalWhileMining(prepared)).toBe("succeeded");
});

test("a nonce that the buyer uses up instead of sending the approval ends the payment at finality depth, not before", async () => {
  const prepared = await confirmed("used up", 0n);
  await untilState(prepared, ({ awaits }) => awaits);
  const option = await prisma().paymentOption.findFirstOrThrow({ where: { paymentId: prepared.paymentId } });
  await prepared.payer.send(permit2Address, invalidation(option.nonce as Hex));
  const usedAt = await chain.client.getBlockNumber();
  // At the head, at the final block, and at the head's number, where the first of them shows it.
  await untilAsked(6, (method, params) => method === "eth_call" && isBitmap(params));
  expect(await chain.client.getBlockNumber()).toBe(usedAt);
  expect(await stateOf(prepared)).toMatchObject({ attempt: "received", awaits: true });
  expect(await awaitFinalWhileMining(prepared)).toBe("failed");
  expect(await stateOf(prepared)).toMatchObject({ state: null, attempt: "rejected" });
});

test("a call that always reverts is refused at finality depth, not before, and nothing is sent", async () => {
  node.misbehave(busy);
  const prepared = await confirmed("for good", price);
  await prepared.payer.send(usdc.address, approve(0n));
  const revokedAt = await chain.client.getBlockNumber();
  node.misbehave();
  await untilState(prepared, ({ failure }) => failure !== null);
  await untilAsked(2, (method) => method === "eth_estimateGas");
  expect(await chain.client.getBlockNumber()).toBe(revokedAt);
  expect(await stateOf(prepared)).toMatchObject({ state: "queued" });
  expect(await awaitFinalWhileMining(prepared)).toBe("failed");
  expect(await stateOf(prepared)).toMatchObject({ state: "refused", attempt: "rejected" });
});

test("an approval that a reorg takes back before the nonce is taken is awaited again", async () => {
  const prepared = await confirmed("reorged", 0n);
  await untilState(prepared, ({ awaits }) => awaits);
  // Detected and queued while the node refuses to simulate.
  node.misbehave(busy);
  await prepared.payer.send(usdc.address, approve(price));
  await untilState(prepared, ({ state }) => state === "queued");
  await reorg(chain, 1);
  node.misbehave();
  await untilState(prepared, ({ failure }) => failure !== null);
  await chain.client.mine({ blocks: 2 * confirmations });
  await untilAsked(2, (method, params) => method === "eth_estimateGas" && isHex(params[1]));
  expect(await stateOf(prepared)).toMatchObject({ state: "queued", attempt: "received" });
  await prepared.payer.send(usdc.address, approve(price));
  expect(await awaitFinalWhileMining(prepared)).toBe("succeeded");
});

test("a collection takes the gas limit of the one before, and is estimated only if it fails with it", async () => {
  const estimates = () => node.calls.filter(({ method }) => method === "eth_estimateGas").length;
  expect(await awaitFinalWhileMining(await confirmed("estimated", price))).toBe("succeeded");
  const before = estimates();
  expect(await awaitFinalWhileMining(await confirmed("known limit", price))).toBe("succeeded");
  expect(estimates()).toBe(before);
  let refused = 0;
  node.misbehave(({ method, params }) => {
    if (method !== "eth_call" || !isAsSent(method, params) || refused > 0) return null;
    refused += 1;
    return { error: { code: 3, message: "execution reverted", data: "0x" } };
  });
  expect(await awaitFinalWhileMining(await confirmed("needs more", price))).toBe("succeeded");
  expect([refused, estimates()]).toEqual([1, before + 1]);
});

function awaitFinalWhileMining({ paymentId }: Prepared): Promise<string> {
  return mineWhile(chain, awaitFinal(api, paymentId));
}
