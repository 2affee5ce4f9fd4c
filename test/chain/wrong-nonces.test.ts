import { type Hex, toHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { compareNonces } from "#lib/chain/relay/nonces/compare-nonces.ts";
import { recoverWallet } from "#lib/chain/relay/recovery/recover-wallet.ts";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import { pool } from "#lib/db/pool.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { type NodeCall, type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { sendAsRelayer } from "#test/chain/send-as-relayer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { until } from "#test/until.ts";

const chainId = 8453;
const tooMany = 5_000n;
let till: Till;
let chain: TestChain;
let nodes: NodeProxy[];

beforeAll(async () => {
  till = await startTill({
    chainIds: [chainId],
    confirmations: 2,
    proxy: async ({ rpcUrl }) => {
      nodes = await Promise.all([1, 2].map(() => startNodeProxy(rpcUrl)));
      return nodes.map(({ url }) => url).join();
    },
  });
  chain = till.chains[0] as TestChain;
  await chain.client.mine({ blocks: 3 });
  await registerWallet(queue());
});
afterEach(() => {
  for (const node of nodes) node.misbehave();
});
afterAll(async () => {
  await till.stop();
  for (const node of nodes) await node.stop();
});

const queue = () => ({ chainId, wallet: chain.accounts.relayer.address });
const chainNonce = async () => BigInt(await chain.client.getTransactionCount({ address: queue().wallet }));
const recover = () => recoverWallet(queue(), relayRegistry, { blocks: 100, transactions: 10 });

async function walletState() {
  const { rows } = await pool().query<{ quarantined: boolean; next_nonce: string }>(
    "SELECT quarantined_at IS NOT NULL AS quarantined, next_nonce FROM relayer_wallet",
  );
  return { quarantined: rows[0]?.quarantined, nextNonce: BigInt(rows[0]?.next_nonce ?? -1) };
}

const isFinalCount = ({ method, params }: NodeCall) =>
  method === "eth_getTransactionCount" && params[1] !== "pending" && params[1] !== "latest";

/** The rule of a node that counts too many transactions at a final block, in its first answers. */
function countsTooMany(times: number): NodeRule {
  let told = 0;
  return (call) => {
    if (!isFinalCount(call) || told >= times) return null;
    told += 1;
    return { edit: (count) => toHex(BigInt(count as Hex) + tooMany) };
  };
}

test.each([
  ["once", 1],
  ["each time, while a second node contradicts it", 100],
])("a node that counts too many transactions %s stops the wallet, and its next nonce stays", async (_name, times) => {
  const nextNonce = await chainNonce();
  nodes[0]?.misbehave(countsTooMany(times));
  await compareNonces(queue());
  expect(await walletState()).toEqual({ quarantined: true, nextNonce });
  expect(await recover()).toBe(true);
  expect(await walletState()).toEqual({ quarantined: false, nextNonce });
});

test("a next nonce that wrong answers have raised is lowered by two answers at a later final block, and not before", async () => {
  const nextNonce = await chainNonce();
  for (const node of nodes) node.misbehave(countsTooMany(100));
  await compareNonces(queue());
  const raised = { quarantined: true, nextNonce: nextNonce + tooMany };
  expect(await walletState()).toEqual(raised);
  for (const node of nodes) node.misbehave();
  expect(await recover()).toBe(false);
  expect(await walletState()).toEqual(raised);

  nodes[1]?.misbehave(countsTooMany(100));
  await until("a final block after the raise", async () => {
    await chain.client.mine({ blocks: 1 });
    const raisedAt = "SELECT quarantined_at < to_timestamp($1) AS past FROM relayer_wallet";
    const { timestamp } = await chain.client.getBlock({ blockNumber: (await chain.client.getBlockNumber()) - 1n });
    return (await pool().query<{ past: boolean }>(raisedAt, [timestamp])).rows[0]?.past === true;
  });
  expect(await recover()).toBe(false);
  expect(await walletState()).toEqual(raised);

  nodes[1]?.misbehave();
  expect(await recover()).toBe(true);
  expect(await walletState()).toEqual({ quarantined: false, nextNonce });
});

test("a next nonce isn't lowered below the transactions that the database lacks", async () => {
  const nextNonce = await chainNonce();
  for (const node of nodes) node.misbehave(countsTooMany(100));
  await compareNonces(queue());
  for (const node of nodes) node.misbehave();
  await sendAsRelayer(chain, Number(nextNonce), queue().wallet, "0x");
  await until("the transaction to be the only one to attribute", async () => {
    await chain.client.mine({ blocks: 1 });
    await recover();
    return (await walletState()).nextNonce === nextNonce + 1n;
  });
  const { rows } = await pool().query("SELECT nonce FROM unknown_transaction");
  expect(rows).toEqual([{ nonce: String(nextNonce) }]);
});

test("a wallet isn't registered with a number of transactions that another answer contradicts", async () => {
  const wallet = chain.accounts.merchant.address;
  const other = { chainId, wallet };
  const registered = async () =>
    (await pool().query("SELECT next_nonce FROM relayer_wallet WHERE address = $1", [wallet])).rows;
  const isPendingCount = ({ method, params }: NodeCall) =>
    method === "eth_getTransactionCount" && params[1] === "pending";
  const countsTooManyPending: NodeRule = (call) =>
    isPendingCount(call) ? { edit: (count) => toHex(BigInt(count as Hex) + tooMany) } : null;
  nodes[0]?.misbehave(countsTooManyPending);
  await expect(registerWallet(other)).rejects.toThrow("different numbers of transactions");
  expect(await registered()).toEqual([]);
  nodes[0]?.misbehave();
  await registerWallet(other);
  expect(await registered()).toEqual([{ next_nonce: "0" }]);
});
