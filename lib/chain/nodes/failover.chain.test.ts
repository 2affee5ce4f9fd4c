import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const alone = 8453;
const withAnother = 10;
/** The first account of a development chain, which has sent nothing. */
const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
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

/** Asks a chain five questions at once, in one batch. */
async function askAll(chainId: number) {
  const client = chainClient(chainId);
  const answers = await Promise.allSettled([
    client.getChainId(),
    client.getBalance({ address }),
    client.getTransactionCount({ address }),
    client.getBlockNumber(),
    client.getGasPrice(),
  ]);
  return answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "none"));
}

const busy = { error: { code: -32_005, message: "limit exceeded" }, isNameless: true } as const;

describe.each<[string, NodeRule]>([
  ["leaves the answer to one call of a batch out", ({ method }) => (method === "eth_getBalance" ? "omit" : null)],
  ["refuses one call of a batch without its id", ({ method }) => (method === "eth_getBalance" ? busy : null)],
])("a node that %s", (_name, rule) => {
  test("gives the others their own answers, and this one none", async () => {
    const [chainId, , ...others] = await askAll(alone);
    node.misbehave(rule);
    expect(await askAll(alone)).toEqual([chainId, "none", ...others]);
  });

  test("is passed over for that call where another has the answer", async () => {
    const answers = await askAll(withAnother);
    expect(answers).not.toContain("none");
    node.misbehave(rule);
    expect(await askAll(withAnother)).toEqual(answers);
  });
});

test("a node that refuses batches of more than 100 calls gets smaller ones", async () => {
  node.limitBatches(100);
  const client = chainClient(alone);
  const answers = await Promise.all(Array.from({ length: 450 }, () => client.getBalance({ address })));
  node.limitBatches(null);
  expect(new Set(answers)).toEqual(new Set([0n]));
});

test.each<[string, () => Promise<unknown>]>([
  ["eth_getTransactionCount", () => chainClient(alone).getTransactionCount({ address })],
  ["eth_call", () => chainClient(alone).call({ to: address })],
  ["eth_getCode", () => chainClient(alone).getCode({ address })],
])("null is no answer to %s", async (name, ask) => {
  await ask();
  node.misbehave(({ method }) => (method === name ? { edit: () => null } : null));
  await expect(ask()).rejects.toThrow("null");
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
