import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { mint } from "#test/chain/mint.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createDeployments } from "#test/domain/create-deployments.ts";
import { getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { until } from "#test/until.ts";

const chainId = 42161;
const usdc = getToken("eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831");
/** Enough transactions in one block for the relay to request all of its receipts at once. */
const many = 25;
let till: Till;
let chain: TestChain;
let node: NodeProxy;
let worker: Service;

beforeAll(async () => {
  till = await startTill({ chainIds: [chainId], confirmations: 2 });
  chain = till.chains[0] as TestChain;
  node = await startNodeProxy(chain.rpcUrl);
  await mint(chain, usdc, chain.accounts.relayer.address, 1_000n);
});
afterAll(async () => {
  await node.stop();
  await till.stop();
});
beforeEach(async () => {
  await chain.client.setAutomine(false);
  worker = await startService("scripts/worker.ts", { env: { ...till.env, [`RPC_URLS_${chainId}`]: node.url } });
});
afterEach(async () => {
  await worker.stop();
  await chain.client.setAutomine(true);
});

/** Sends many transfers and mines them in one block once all are in the pool. */
async function sendMany(): Promise<string[]> {
  const { relayer, merchant } = chain.accounts;
  const call = { target: usdc.address, calldata: transferCalldata(merchant.address, 1n) };
  const purposes = await createDeployments(many);
  await inTransaction(async (tx) => {
    for (const purpose of purposes) await queueTransaction(tx, { chainId, wallet: relayer.address, purpose, ...call });
  });
  const ids = purposes.map(({ attemptId }) => attemptId);
  await untilAll(ids, "broadcast");
  await chain.client.mine({ blocks: 1 });
  return ids;
}

function untilAll(attemptIds: readonly string[], state: string): Promise<true> {
  const query = "SELECT FROM relay_transaction WHERE attempt_id = ANY($1) AND state = $2";
  return until(
    `${attemptIds.length} relay transactions that are ${state}`,
    async () => (await pool().query(query, [attemptIds, state])).rows.length === attemptIds.length,
  );
}

const countOf = (method: string) => node.calls.filter((call) => call.method === method).length;

test("a block with many of our transactions is read in one call, which is enough", async () => {
  node.misbehave(({ method }) => (method === "eth_getTransactionReceipt" ? { edit: () => null } : null));
  const attemptIds = await sendMany();
  await untilAll(attemptIds, "mined");
  await chain.client.mine({ blocks: 1 });
  await untilAll(attemptIds, "final");
  expect(countOf("eth_getBlockReceipts")).toBeGreaterThan(0);
});

test.each([
  ["garbles the response", "garble"],
  ["doesn't have that block", { edit: () => null }],
  ["refuses, because it is busy", { error: { code: -32_005, message: "limit exceeded" } }],
] as const)("when the node %s, receipts are requested one by one", async (_, fault) => {
  node.misbehave(({ method }) => (method === "eth_getBlockReceipts" ? fault : null));
  const attemptIds = await sendMany();
  await untilAll(attemptIds, "mined");
  await chain.client.mine({ blocks: 1 });
  await untilAll(attemptIds, "final");
});

test("a node that doesn't support the method is called once", async () => {
  const error = { code: -32_601, message: "the method eth_getBlockReceipts does not exist/is not available" };
  node.misbehave(({ method }) => (method === "eth_getBlockReceipts" ? { error } : null));
  const before = countOf("eth_getBlockReceipts");
  for (let round = 1; round <= 2; round += 1) {
    const attemptIds = await sendMany();
    await untilAll(attemptIds, "mined");
    await chain.client.mine({ blocks: 1 });
    await untilAll(attemptIds, "final");
  }
  expect(countOf("eth_getBlockReceipts")).toBe(before + 1);
});
