import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const alone = 8453;
const withAnother = 10;
let chain: DevChain;
let node: NodeProxy;
let chainClient: typeof import("#lib/chain/nodes/clients.ts").chainClient;

beforeAll(async () => {
  chain = await startChain({ chainId: alone, blockTimeSeconds: 0 });
  node = await startNodeProxy(chain.rpcUrl);
  setEnv({ [`RPC_URLS_${alone}`]: node.url, [`RPC_URLS_${withAnother}`]: `${node.url},${chain.rpcUrl}` });
  ({ chainClient } = await import("#lib/chain/nodes/clients.ts"));
});
afterEach(() => node.misbehave());
afterAll(async () => {
  await node.stop();
  await chain.stop();
});

test("a node that asks for a pause of ten minutes is asked again at once", async () => {
  let refusals = 0;
  node.misbehave(() => {
    refusals += 1;
    return refusals === 1 ? { status: 429, retryAfterSeconds: 600 } : null;
  });
  const number = chainClient(alone).getBlockNumber();
  expect(await Promise.race([number, pause(3_000, "it waits")])).toBe(await chainClient(withAnother).getBlockNumber());
});
