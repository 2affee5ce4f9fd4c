import { spawnSync } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { type Hex, parseAbi, zeroHash } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressByProxy, deploymentProxy } from "#lib/chain/deployment-proxy.ts";
import { boxOf, type DepositTerms, depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import type { RouterPayment } from "#lib/chain/router/payment-router.ts";
import { readArtifact, shippedNames } from "#scripts/contracts/artifacts.ts";
import { compileArtifact } from "#scripts/contracts/compile-artifact.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type AnvilProcess, spawnAnvil } from "#scripts/devnet/anvil-process.ts";
import { anyAddress, anyBytes32, anyUint256 } from "#test/arbitrary/evm.ts";

/** The first of anvil's own accounts. */
const deployerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const root = path.resolve(import.meta.dirname, "../..");

const commitmentAbi = parseAbi([
  "struct Payment { bytes32 id; address payer; address token; uint256 amount; address recipient; uint256 fee; address feeRecipient; address submitter; uint256 validBefore; }",
  "function commitmentOf(uint8 method, Payment payment) view returns (bytes32)",
]);

const anyTerms: fc.Arbitrary<DepositTerms> = fc
  .record({
    id: anyBytes32,
    homeChain: anyUint256,
    token: anyAddress,
    recipient: anyAddress,
    fee: anyUint256,
    feeRecipient: anyAddress,
    submitter: anyAddress,
    openAfter: anyUint256,
  })
  // Others have no address: the Solidity tests list them.
  .filter(({ token, recipient, feeRecipient }) => token !== recipient && token !== feeRecipient)
  .filter((terms) => [terms.token, terms.recipient, terms.feeRecipient, terms.submitter].every((at) => !isZero(at)));

const isZero = (address: string) => BigInt(address) === 0n;

const anyPayment: fc.Arbitrary<RouterPayment> = fc.record({
  id: anyBytes32,
  payer: anyAddress,
  token: anyAddress,
  amount: anyUint256,
  recipient: anyAddress,
  fee: anyUint256,
  feeRecipient: anyAddress,
  submitter: anyAddress,
  validBefore: anyUint256,
});

let anvil: AnvilProcess;
let client: AnvilClient;
beforeAll(async () => {
  anvil = await spawnAnvil(0, ["--chain-id", "8453"]);
  client = connectAnvil(anvil.rpcUrl);
});
afterAll(() => anvil.stop());

function contracts(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/contracts.ts", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, RPC_URLS_8453: anvil.rpcUrl, DEPLOYER_PRIVATE_KEY: deployerKey, ...env },
  });
  return { status, output: `${stdout}${stderr}` };
}

test.for(shippedNames)("the committed code of the %s is what the compiler makes of the sources", async (name) => {
  expect(await readArtifact(name)).toEqual(await compileArtifact(name));
});

describe("on a chain with the deployment proxy", () => {
  test("router and factory are deployed once, at their computed addresses, and verified", async () => {
    const address = addressByProxy((await readArtifact("payment-router")).initCode, zeroHash);
    expect(contracts(["verify", "--chain", "8453"])).toMatchObject({
      status: 1,
      output: expect.stringContaining(`There is no contract at ${address}.`),
    });
    expect(contracts(["deploy", "--chain", "8453"])).toEqual({
      status: 0,
      output: `Payment router deployed on Base: ${address}\nDeposit factory deployed on Base: ${depositFactory}\n`,
    });
    const block = await client.getBlockNumber();
    expect(contracts(["deploy", "--chain", "8453"])).toEqual({
      status: 0,
      output: `Payment router already deployed on Base: ${address}\nDeposit factory already deployed on Base: ${depositFactory}\n`,
    });
    expect(await client.getBlockNumber()).toBe(block);
    expect(contracts(["verify", "--chain", "8453"])).toMatchObject({ status: 0 });
    const code = await client.getCode({ address: depositFactory });
    await client.setCode({ address: depositFactory, bytecode: "0x" });
    expect(contracts(["verify", "--chain", "8453"])).toMatchObject({
      status: 1,
      output: expect.stringContaining(`There is no deposit factory at ${depositFactory}.`),
    });
    await client.setCode({ address: depositFactory, bytecode: code as Hex });
  });

  test("the deposit addresses that we compute are the factory's own", async () => {
    if ((await client.getCode({ address: depositFactory })) === undefined) contracts(["deploy", "--chain", "8453"]);
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const call = { address: depositFactory, abi: factoryAbi, functionName: "boxOf", args: [terms] } as const;
        expect(boxOf(terms)).toBe(await client.readContract(call));
      }),
      { numRuns: 20 },
    );
  });

  test("the commitments that we compute are the contract's own", async () => {
    const address = addressByProxy((await readArtifact("payment-router")).initCode, zeroHash);
    if ((await client.getCode({ address })) === undefined) contracts(["deploy", "--chain", "8453"]);
    const methods = ["eip3009", "permit2"] as const;
    await fc.assert(
      fc.asyncProperty(anyPayment, async (payment) => {
        for (const [index, method] of methods.entries()) {
          const call = { address, abi: commitmentAbi, functionName: "commitmentOf", args: [index, payment] } as const;
          const terms = { chainId: 8453, router: address, method };
          expect(commitmentOf(terms, payment)).toBe(await client.readContract(call));
        }
      }),
      { numRuns: 20 },
    );
  });

  test("another salt gives another address, and any other code is refused", async () => {
    const salt = `0x${"11".repeat(32)}` as const;
    const address = addressByProxy((await readArtifact("payment-router")).initCode, salt);
    await client.setCode({ address, bytecode: "0x6001" });
    const refused = { status: 1, output: `The contract at ${address} is not this version of the router.\n` };
    expect(contracts(["verify", "--chain", "8453"], { ROUTER_SALT: salt })).toEqual(refused);
    expect(contracts(["deploy", "--chain", "8453"], { ROUTER_SALT: salt })).toEqual(refused);
  });
});

test("without the proxy it is deployed by an ordinary transaction, whose address is printed", async () => {
  const code = await client.getCode({ address: deploymentProxy });
  await client.setCode({ address: deploymentProxy, bytecode: "0x" });
  const { status, output } = contracts(["deploy", "--chain", "8453"]);
  await client.setCode({ address: deploymentProxy, bytecode: code ?? "0x" });
  expect(status).toBe(0);
  const [, address = ""] = /^Payment router deployed on Base: (0x\w{40})$/m.exec(output) ?? [];
  expect(output).toContain("Base has no deployment proxy: keep this address");
  expect(output).toContain("Base has no deployment proxy, so it can't have deposit addresses.");
  expect(contracts(["verify", "--chain", "8453", "--address", address])).toMatchObject({ status: 0 });
});

test("a node of another chain, a missing key and an unknown chain are refused with what to do", () => {
  expect(contracts(["deploy", "--chain", "1"], { RPC_URLS_1: anvil.rpcUrl })).toEqual({
    status: 1,
    output: "RPC_URLS_1 must be a node of Ethereum; it has chain id 8453.\n",
  });
  expect(contracts(["deploy", "--chain", "8453"], { DEPLOYER_PRIVATE_KEY: "" })).toEqual({
    status: 1,
    output: "DEPLOYER_PRIVATE_KEY is not set.\n",
  });
  expect(contracts(["verify", "--chain", "5"]).status).toBe(2);
  expect(contracts([]).status).toBe(2);
});
