import { pad, toHex, zeroAddress, zeroHash } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type DevChain, startChain } from "#scripts/devnet/start-chain.ts";
import { type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

const chainId = 8453;
let chain: DevChain;
let client: AnvilClient;
let nodes: NodeProxy[];
let readFinalTime: typeof import("#lib/chain/nodes/final-time.ts").readFinalTime;
let routerCollectable: typeof import("#lib/chain/router/router-collectable.ts").routerCollectable;
let readNonceState: typeof import("#lib/chain/used-nonce.ts").readNonceState;

/** The rule of a node by which each signed nonce is used, or none. */
const says =
  (isUsed: boolean): NodeRule =>
  ({ method }) =>
    method === "eth_call" ? { edit: () => pad(toHex(isUsed)) } : null;

beforeAll(async () => {
  chain = await startChain({ chainId, blockTimeSeconds: 0 });
  client = connectAnvil(chain.rpcUrl);
  await client.mine({ blocks: 40 });
  nodes = await Promise.all([1, 2, 3].map(() => startNodeProxy(chain.rpcUrl)));
  setEnv({ [`RPC_URLS_${chainId}`]: nodes.map(({ url }) => url).join() });
  ({ readFinalTime } = await import("#lib/chain/nodes/final-time.ts"));
  ({ routerCollectable } = await import("#lib/chain/router/router-collectable.ts"));
  ({ readNonceState } = await import("#lib/chain/used-nonce.ts"));
});
afterEach(() => {
  for (const node of nodes) node.misbehave();
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await chain.stop();
});

const payment = {
  id: zeroHash,
  payer: zeroAddress,
  token: zeroAddress,
  amount: 1n,
  recipient: zeroAddress,
  fee: 0n,
  feeRecipient: zeroAddress,
  submitter: zeroAddress,
  validBefore: 1n,
};
const terms = { chainId, router: zeroAddress, method: "eip3009" } as const;

describe.each([
  ["the first", 0],
  ["the second", 1],
])("of three nodes, %s is down", (_name, down) => {
  const others = () => nodes.filter((_, index) => index !== down);
  beforeEach(() => nodes[down]?.misbehave(() => "drop"));

  test("the time of the newest final block is the earlier one by the other two", async () => {
    const { blockNumber, time } = await readFinalTime(chainId);
    others()[1]?.misbehave(({ method }) =>
      method === "eth_getBlockByNumber"
        ? { edit: (block) => ({ ...(block as object), timestamp: toHex(time - 1n) }) }
        : null,
    );
    expect(await readFinalTime(chainId)).toEqual({ blockNumber, time: time - 1n });
  });

  test("a signed nonce is used at finality if the other two say so", async () => {
    const head = await client.getBlockNumber();
    const state = () => readNonceState(routerCollectable(terms, payment), { head, finalBlock: head - 10n });
    for (const node of others()) node.misbehave(says(true));
    expect(await state()).toBe("final");
    others()[1]?.misbehave(says(false));
    expect(await state()).toBe("used");
  });
});
