import { type Hex, isHex, parseEther, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { createPayer, type PayerKind } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import {
  type NodeCall,
  type NodeProxy,
  type NodeRule,
  staleAt,
  startNodeProxy,
  untilAsked,
} from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

// Node responses that no other test covers (docs/node-answers.md).
const chainId = 42161;
const usdc = getToken("eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831");
const price = 10_000_000n;
const confirmations = 3;
let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;
let node: NodeProxy;
let worker: Service;

beforeAll(async () => {
  till = await startTill({ chainIds: [chainId], confirmations, env: { WALLET_FACTORIES: SMART_WALLET_FACTORY } });
  chain = till.chains[0] as TestChain;
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
  node = await startNodeProxy(chain.rpcUrl);
});
afterAll(async () => {
  await node.stop();
  await till.stop();
});
beforeEach(async () => {
  node.misbehave();
  worker = await startService("scripts/worker.ts", { env: lied() });
  // It has checked the chain then: the node was right until that moment.
  const isOpen = "SELECT FROM relayer_wallet WHERE chain_id = $1 AND lease_until > now()";
  await until("the worker's queue", async () => (await pool().query(isOpen, [chainId])).rows.length > 0);
});
afterEach(() => worker.stop());

/** The environment of a process that uses the misbehaving node. */
const lied = () => ({ ...till.env, [`RPC_URLS_${chainId}`]: node.url });

async function offered(name: string, kind: PayerKind = "key") {
  const payer = await createPayer(chain, name, { token: usdc, kind, amount: price });
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, chainId, payer.account);
  if (option === undefined) throw new Error("no option");
  const results = await perform(option, payer);
  const collected = () => listCollected(chain, usdc, payer.account, sinceBlock);
  return { payer, paymentId, collected, confirm: (by: ApiClient) => confirmWith(by, paymentId, option, results) };
}

async function confirmed(name: string, kind: PayerKind = "key") {
  const { confirm, ...payment } = await offered(name, kind);
  expect((await confirm(api)).status).toBe(200);
  return payment;
}

const finalStatus = (paymentId: string) => mineWhile(chain, awaitFinal(api, paymentId));

async function stateOf(paymentId: string): Promise<string | undefined> {
  const { rows } = await pool().query<{ state: string }>(
    `SELECT r.state FROM payment_attempt a JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection'
     WHERE a.payment_id = $1`,
    [paymentId],
  );
  return rows[0]?.state;
}

/** A rule that applies to the first calls of a method, or of any method. */
function atFirst(times: number, fault: ReturnType<NodeRule>, isIt: (call: NodeCall) => boolean = () => true): NodeRule {
  let met = 0;
  return (call) => {
    if (!isIt(call) || met >= times) return null;
    met += 1;
    return fault;
  };
}

const isEstimate = ({ method }: NodeCall) => method === "eth_estimateGas";

test.each<[string, NodeRule]>([
  ["too many requests", atFirst(12, { status: 429 })],
  ["a gateway that is down", atFirst(12, { status: 502 })],
  ["another chain's id, after it was right", ({ method }) => (method === "eth_chainId" ? { edit: () => "0x1" } : null)],
  ["an absurdly high gas estimate, once", atFirst(1, { edit: () => "0xffffffff" }, isEstimate)],
])("%s: the payment is collected once", async (name, rule) => {
  node.misbehave(rule);
  const { paymentId, collected } = await confirmed(name);
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([price]);
});

test.each([
  ["that is always absurdly high", toHex(2n ** 40n)],
  ["that is too little", toHex(40_000n)],
])("a gas estimate %s: the payment fails, and nothing was collected", async (name, gas) => {
  node.misbehave((call) => (isEstimate(call) ? { edit: () => gas } : null));
  const { paymentId, collected } = await confirmed(name);
  expect(await finalStatus(paymentId)).toBe("failed");
  expect(await collected()).toEqual([]);
});

test("a made-up head far ahead makes nothing final", async () => {
  node.misbehave(({ method }) =>
    method === "eth_blockNumber" ? { edit: (head) => toHex(BigInt(head as Hex) + 1_000n) } : null,
  );
  const { paymentId, collected } = await confirmed("far ahead");
  await until("the collection to be mined", async () => (await stateOf(paymentId)) === "mined");
  await untilAsked(node, 10, ({ method }) => method === "eth_blockNumber");
  expect(await stateOf(paymentId)).toBe("mined");
  await chain.client.mine({ blocks: confirmations - 1 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([price]);
});

test("a stale balance: the confirm is accepted, and nothing is collected", async () => {
  const { payer, paymentId, collected, confirm } = await offered("a balance");
  const before = await chain.client.getBlockNumber();
  await payer.send(usdc.address, transferAll(chain.accounts.merchant.address));
  node.misbehave(staleAt(before));
  const port = await findFreePort();
  const env = { ...lied(), PORT: String(port) };
  const deceived = await startService("test/stack/api-server.ts", { env });
  expect((await confirm(createApiClient(`http://127.0.0.1:${port}`, partner))).status).toBe(200);
  await deceived.stop();
  node.misbehave();
  expect(await finalStatus(paymentId)).toBe("failed");
  expect(await collected()).toEqual([]);
});

const isSimulation = ({ method }: NodeCall) => method === "eth_call" || method === "eth_estimateGas";

/** The call without its gas price, as nodes simulate that don't require that the sender can pay. */
function withoutPrice({ params: [call, ...others] }: NodeCall): unknown[] {
  const { gasPrice: _, ...unpriced } = call as { gasPrice?: Hex };
  return [unpriced, ...others];
}

test.each<[string, NodeRule, isIt: (call: NodeCall) => boolean]>([
  [
    "the transaction is sent again once it has enough",
    (call) => (isSimulation(call) ? { params: withoutPrice(call) } : null),
    ({ method }) => method === "eth_sendRawTransaction",
  ],
  ["a node that can't simulate it delays the transaction until it has enough", () => null, isEstimate],
])("a relayer wallet reported with more gas money than it has: %s", async (name, simulate, isAttempt) => {
  const address = chain.accounts.relayer.address;
  const balance = await chain.client.getBalance({ address });
  await chain.client.setBalance({ address, value: 1n });
  node.misbehave((call) =>
    call.method === "eth_getBalance" ? { edit: () => toHex(parseEther("9")) } : simulate(call),
  );
  const { paymentId, collected } = await confirmed(name);
  await mineWhile(chain, untilAsked(node, 1, isAttempt));
  expect(await collected()).toEqual([]);
  await chain.client.setBalance({ address, value: balance });
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([price]);
});

test("a wallet whose code a node does not have yet: its collection waits until the node has it", async () => {
  const isCode = ({ method }: NodeCall) => method === "eth_getCode";
  // A lagging node shows this at its newest block only: it has no answer for the block of the deployment.
  node.misbehave((call) => (isCode(call) && !isHex(call.params[1]) ? { edit: () => "0x" } : null));
  const { paymentId, collected } = await confirmed("no code", "counterfactual");
  await mineWhile(chain, untilAsked(node, 2, isCode));
  node.misbehave();
  expect(await finalStatus(paymentId)).toBe("succeeded");
  expect(await collected()).toEqual([price]);
});

function transferAll(to: Hex): Hex {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${price.toString(16).padStart(64, "0")}`;
}
