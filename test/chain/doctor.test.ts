import { toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { chainChecks } from "#scripts/doctor/chain-checks.ts";
import { runChecks } from "#scripts/doctor/run-checks.ts";
import { serviceChecks } from "#scripts/doctor/service-checks.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type SigningService, startSigningService } from "#test/signers/signing-services.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

const { address: wallet, privateKey } = devAccounts().relayer;
let till: Till;
let chain: TestChain;
let node: NodeProxy;
let service: SigningService;

beforeAll(async () => {
  service = await startSigningService(privateKey);
  till = await startTill({
    env: { RELAYER_PRIVATE_KEY: "", RELAYER_KEYS: `${service.url}#${wallet}`, NATIVE_PRICE_USD_8453: "1" },
    proxy: async ({ rpcUrl }) => {
      node = await startNodeProxy(rpcUrl);
      return node.url;
    },
  });
  chain = till.chains[0] as TestChain;
});
afterAll(async () => {
  await till.stop();
  await node.stop();
  await service.close();
});

async function findingsOf(check: string): Promise<string[]> {
  const all = [...chainChecks(), ...serviceChecks].filter(({ name }) => name === check);
  return (await runChecks(all)).map(({ result, text }) => `${result}: ${text}`);
}

test("a chain whose nodes, tokens, router and gas are in order", async () => {
  await chain.client.mine({ blocks: 2 });
  expect(await findingsOf("Base nodes")).toEqual([
    expect.stringMatching(/^ok: node 1 of RPC_URLS_8453 is at block \d+, \d+ s old$/),
  ]);
  expect(await findingsOf("Base router")).toEqual([`ok: ${currentRouter(8453)} has this version's code`]);
  const tokens = await findingsOf("Base tokens");
  expect(tokens).toContain("ok: USDC has its decimals and EIP-712 domain");
  expect(tokens.filter((text) => !text.startsWith("ok: "))).toEqual([]);
  expect(await findingsOf("Base gas")).toEqual([expect.stringMatching(`^ok: ${wallet} has gas for \\d+ collections`)]);
});

test("a node that is behind, serves another chain, or doesn't answer", async () => {
  const secondsAgo = toHex(Math.floor(Date.now() / 1_000) - 600);
  node.misbehave(({ method }) =>
    method === "eth_getBlockByNumber" ? { edit: (block) => ({ ...(block as object), timestamp: secondsAgo }) } : null,
  );
  expect(await findingsOf("Base nodes")).toEqual([
    expect.stringMatching(/^problem: node 1 of RPC_URLS_8453 is 60\d s behind$/),
  ]);
  node.misbehave(({ method }) => (method === "eth_chainId" ? { edit: () => "0x1" } : null));
  expect(await findingsOf("Base nodes")).toEqual(["problem: node 1 of RPC_URLS_8453 serves chain 1"]);
  node.misbehave(() => "drop");
  expect(await findingsOf("Base nodes")).toEqual(["problem: node 1 of RPC_URLS_8453 doesn't answer"]);
  node.misbehave();
});

test("a wallet without gas, and a router that isn't there", async () => {
  const balance = await chain.client.getBalance({ address: wallet });
  await chain.client.setBalance({ address: wallet, value: 1n });
  expect(await findingsOf("Base gas")).toEqual([`problem: ${wallet} can't pay for gas`]);
  await chain.client.setBalance({ address: wallet, value: balance });
  const router = currentRouter(8453);
  await chain.client.setCode({ address: router, bytecode: "0x" });
  expect(await findingsOf("Base router")).toEqual([`problem: ${router} has no contract`]);
});

test("a signer that signs, is down, or signs with another key", async () => {
  expect(await findingsOf("keys")).toContain(`ok: the signer of ${wallet} signs`);
  expect(service.asked).toEqual(["eth_signTypedData"]);
  service.behave("down");
  expect(await findingsOf("keys")).toContainEqual(
    expect.stringContaining(`problem: the signer of ${wallet} doesn't sign: `),
  );
  service.behave("other-key");
  expect(await findingsOf("keys")).toContainEqual(
    expect.stringMatching(/^problem: .* doesn't sign: the signature isn't one by/),
  );
});
