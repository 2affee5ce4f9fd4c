import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readHoldings } from "#lib/chain/holdings.ts";
import { askChain } from "#lib/chain/nodes/ask-chain.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";
import { setEnv } from "#test/env/set-env.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Accepts every connection and never responds. */
let silent: Server;
const connections: Socket[] = [];
let stalling: NodeProxy;
let chain: TestChain;

beforeAll(async () => {
  silent = createServer((socket) => connections.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  chain = await startTestChain({ chainId: 8453 });
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  stalling = await startNodeProxy(chain.rpcUrl, () => "stall");
  setEnv({ RPC_URLS_8453: `${silentUrl},${chain.rpcUrl}`, RPC_URLS_10: `${stalling.url},${chain.rpcUrl}` });
});
afterAll(async () => {
  await stalling.stop();
  await chain.stop();
  for (const socket of connections) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test("a first node that hangs leaves the second one time to answer while a buyer waits, and is asked last from then on", async () => {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const [found] = await askChain(8453, () => readHoldings(8453, [buyer.address], [usdc]));
  expect(connections.length).toBeGreaterThan(0);
  expect(found?.holdings[0]?.balance).toBeGreaterThan(0n);
  const asked = connections.length;
  await readHoldings(8453, [buyer.address], [usdc]);
  expect(connections.length).toBe(asked);
});

test("so does a first node that stops in the middle of its answers", async () => {
  const ask = () => askChain(10, () => quickChainClient(10).getBlockNumber());
  expect(await ask()).toBeGreaterThan(0n);
  expect(stalling.calls).toHaveLength(1);
  await ask();
  expect(stalling.calls).toHaveLength(1);
});
