import { spawnSync } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import type { RouterPayment } from "#lib/chain/router/payment-router.ts";
import { deploymentProxy, routerAddress } from "#lib/chain/router/routers.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { type AnvilProcess, spawnAnvil } from "#scripts/devnet/anvil-process.ts";
import { compileRouter } from "#scripts/router/compile-router.ts";
import { readRouterArtifact } from "#scripts/router/router-artifact.ts";
import { anyAddress, anyBytes32, anyUint256 } from "#test/arbitrary/evm.ts";

/** The first of anvil's own accounts. */
const deployerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const noSalt = `0x${"00".repeat(32)}` as const;
const root = path.resolve(import.meta.dirname, "../..");

const commitmentAbi = parseAbi([
  "struct Payment { bytes32 id; address payer; address token; uint256 amount; address recipient; uint256 fee; address feeRecipient; address submitter; uint256 validBefore; }",
  "function commitmentOf(uint8 method, Payment payment) view returns (bytes32)",
]);

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

function router(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/router.ts", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, RPC_URLS_8453: anvil.rpcUrl, DEPLOYER_PRIVATE_KEY: deployerKey, ...env },
  });
  return { status, output: `${stdout}${stderr}` };
}

test("the committed code is what the compiler makes of the sources", async () => {
  expect(await readRouterArtifact()).toEqual(await compileRouter());
});

describe("on a chain with the deployment proxy", () => {
  test("the router is deployed once, at its computed address, and verified", async () => {
    const address = routerAddress((await readRouterArtifact()).initCode, noSalt);
    expect(router(["verify", "--chain", "8453"])).toMatchObject({
      status: 1,
      output: expect.stringContaining(`There is no contract at ${address}.`),
    });
    expect(router(["deploy", "--chain", "8453"])).toEqual({ status: 0, output: `Deployed on Base: ${address}\n` });
    const block = await client.getBlockNumber();
    expect(router(["deploy", "--chain", "8453"])).toEqual({
      status: 0,
      output: `Already deployed on Base: ${address}\n`,
    });
    expect(await client.getBlockNumber()).toBe(block);
    expect(router(["verify", "--chain", "8453"])).toMatchObject({ status: 0 });
  });

  test("the commitments that we compute are the contract's own", async () => {
    const address = routerAddress((await readRouterArtifact()).initCode, noSalt);
    if ((await client.getCode({ address })) === undefined) router(["deploy", "--chain", "8453"]);
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
    const address = routerAddress((await readRouterArtifact()).initCode, salt);
    await client.setCode({ address, bytecode: "0x6001" });
    const refused = { status: 1, output: `The contract at ${address} is not this version of the router.\n` };
    expect(router(["verify", "--chain", "8453"], { ROUTER_SALT: salt })).toEqual(refused);
    expect(router(["deploy", "--chain", "8453"], { ROUTER_SALT: salt })).toEqual(refused);
  });
});

test("without the proxy it is deployed by an ordinary transaction, whose address is printed", async () => {
  const code = await client.getCode({ address: deploymentProxy });
  await client.setCode({ address: deploymentProxy, bytecode: "0x" });
  const { status, output } = router(["deploy", "--chain", "8453"]);
  await client.setCode({ address: deploymentProxy, bytecode: code ?? "0x" });
  expect(status).toBe(0);
  const [, address = ""] =
    /^Deployed on Base: (0x\w{40})\nBase has no deployment proxy: keep this address/.exec(output) ?? [];
  expect(router(["verify", "--chain", "8453", "--address", address])).toMatchObject({ status: 0 });
});

test("a node of another chain, a missing key and an unknown chain are refused with what to do", () => {
  expect(router(["deploy", "--chain", "1"], { RPC_URLS_1: anvil.rpcUrl })).toEqual({
    status: 1,
    output: "RPC_URLS_1 must be a node of Ethereum; it has chain id 8453.\n",
  });
  expect(router(["deploy", "--chain", "8453"], { DEPLOYER_PRIVATE_KEY: "" })).toEqual({
    status: 1,
    output: "DEPLOYER_PRIVATE_KEY is not set.\n",
  });
  expect(router(["verify", "--chain", "5"]).status).toBe(2);
  expect(router([]).status).toBe(2);
});
