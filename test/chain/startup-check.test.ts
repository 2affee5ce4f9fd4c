import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";
import { until } from "#test/until.ts";

let chain: TestChain;

beforeEach(async () => {
  chain = await startTestChain({ chainId: 8453 });
});
afterEach(() => chain.stop());

/** Checks a chain as a process that has just started would. */
async function checkAs(chainId: number) {
  const where = { databaseUrl: "postgres://till@127.0.0.1:1/none", publicUrl: "http://127.0.0.1:3000", port: 0 };
  const chains = [{ chainId, rpcUrl: chain.rpcUrl }];
  Object.assign(process.env, serviceEnv({ ...where, chains, relayerPrivateKey: "", confirmations: 1 }));
  process.env.LOG_LEVEL = "silent";
  vi.resetModules();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("till.chain-")) Reflect.deleteProperty(globalThis, key);
  }
  const { usableTokens } = await import("#lib/chain/capabilities.ts");
  return usableTokens(chainId);
}

const [usdc, eurc] = tokensOfChain(8453);
if (usdc === undefined || eurc === undefined) throw new Error("expected two tokens on Base");

test("tokens that match the table are collected by EIP-3009 with the domain that the chain shows", async () => {
  const usable = await checkAs(8453);
  expect(usable.map(({ token, method, domain }) => [token.symbol, method, domain?.name])).toEqual([
    ["USDC", "eip3009", "USD Coin"],
    ["EURC", "eip3009", "EURC"],
  ]);
});

test("a token whose domain isn't in the table falls back to Permit2", async () => {
  const bytecode = await chain.client.getCode({ address: eurc.address });
  await chain.client.setCode({ address: usdc.address, bytecode: bytecode ?? "0x" });
  const usable = await checkAs(8453);
  expect(usable.map(({ token, method }) => [token.symbol, method])).toEqual([
    ["USDC", "permit2"],
    ["EURC", "eip3009"],
  ]);
});

test("a token that needs Permit2 isn't used on a chain without Permit2", async () => {
  const bytecode = await chain.client.getCode({ address: eurc.address });
  await chain.client.setCode({ address: usdc.address, bytecode: bytecode ?? "0x" });
  await chain.client.setCode({ address: permit2Address, bytecode: "0x" });
  expect((await checkAs(8453)).map(({ token }) => token.symbol)).toEqual(["EURC"]);
});

test("a token without a contract, or with other decimals, isn't used at all", async () => {
  // Returns 18 from every call: PUSH1 18, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN.
  await chain.client.setCode({ address: usdc.address, bytecode: "0x601260005260206000f3" });
  await chain.client.setCode({ address: eurc.address, bytecode: "0x" });
  expect(await checkAs(8453)).toEqual([]);
});

test("a token that a syncing node didn't have is checked again, and used once it is there", async () => {
  const bytecode = await chain.client.getCode({ address: usdc.address });
  await chain.client.setCode({ address: usdc.address, bytecode: "0x" });
  expect((await checkAs(8453)).map(({ token }) => token.symbol)).toEqual(["EURC"]);
  await chain.client.setCode({ address: usdc.address, bytecode: bytecode ?? "0x" });
  const { usableTokens } = await import("#lib/chain/capabilities.ts");
  expect((await usableTokens(8453)).map(({ token }) => token.symbol)).toEqual(["EURC"]);
  const later = performance.now() + 30_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => later);
  // The first request gets the known state and starts a check in the background.
  await until("the second token to be usable", async () => (await usableTokens(8453)).length === 2);
  expect((await usableTokens(8453)).map(({ method }) => method)).toEqual(["eip3009", "eip3009"]);
  clock.mockRestore();
});

let aheadMs = 0;

/** Makes the next check due, and waits until it finds these tokens. */
async function awaitCheck(symbols: string): Promise<void> {
  const { usableTokens } = await import("#lib/chain/capabilities.ts");
  aheadMs += 11 * 60_000;
  const later = performance.now() + aheadMs;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => later);
  const find = async () => (await usableTokens(8453)).map(({ token }) => token.symbol).join();
  await until(`a check that finds ${symbols}`, async () => (await find()) === symbols);
  clock.mockRestore();
}

test("a token whose contract changes later is blocked with an alarm, until a check passes again", async () => {
  const bytecode = (await chain.client.getCode({ address: usdc.address })) ?? "0x";
  const other = (await chain.client.getCode({ address: eurc.address })) ?? "0x";
  expect((await checkAs(8453)).map(({ token }) => token.symbol)).toEqual(["USDC", "EURC"]);
  const { alarms } = await import("#lib/log/alarm.ts");
  const isOpen = () => alarms().subjectsOf("token_check").includes("8453:USDC");
  await chain.client.setCode({ address: usdc.address, bytecode: other });
  await awaitCheck("EURC");
  expect(isOpen()).toBe(true);
  await chain.client.setCode({ address: usdc.address, bytecode });
  await awaitCheck("USDC,EURC");
  expect(isOpen()).toBe(false);
  // Returns 18 from every call: PUSH1 18, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN.
  await chain.client.setCode({ address: usdc.address, bytecode: "0x601260005260206000f3" });
  await awaitCheck("EURC");
});

test("a node of another chain is refused", async () => {
  await expect(checkAs(56)).rejects.toThrow("the node configured for chain 56 (BNB Smart Chain) serves chain 8453");
});
