import { encodeFunctionData, erc20Abi, hashTypedData, parseAbi, toHex, zeroHash } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { type SmartWallet, smartWalletOf } from "#test/chain/smart-wallet.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";

const [usdc] = tokensOfChain(8453);
if (usdc === undefined) throw new Error("no USDC on Base");
const typedData = {
  domain: { name: "Test", chainId: 8453 },
  types: { Note: [{ name: "text", type: "string" }] },
  primaryType: "Note",
  message: { text: "hello" },
} as const;

let chain: TestChain;
let owner: TestChain["accounts"]["relayer"];
let stranger: TestChain["accounts"]["relayer"];

beforeAll(async () => {
  chain = await startTestChain({ chainId: 8453 });
  [owner, stranger] = chain.accounts.buyers as [typeof owner, typeof owner];
});
afterAll(() => chain.stop());

const accepts = (wallet: SmartWallet, signature: `0x${string}`) =>
  chain.client.verifyTypedData({ ...typedData, address: wallet.address, signature });

describe("a contract wallet of a local chain", () => {
  test("signs before it is deployed (ERC-6492) and after (ERC-1271), with its owner's key only", async () => {
    const wallet = await smartWalletOf(chain, owner.privateKey, zeroHash);
    const other = await smartWalletOf(chain, stranger.privateKey, zeroHash);
    const before = await wallet.sign(typedData);
    expect([await wallet.isDeployed(), await accepts(wallet, before), await accepts(other, before)]).toEqual([
      false,
      true,
      false,
    ]);
    await wallet.deploy();
    await other.deploy();
    const after = await wallet.sign(typedData);
    expect([await wallet.isDeployed(), await accepts(wallet, after), await accepts(other, after)]).toEqual([
      true,
      true,
      false,
    ]);
    const asked = {
      address: wallet.address,
      abi: parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]),
    };
    const answer = (signature: `0x${string}`) =>
      chain.client.readContract({
        ...asked,
        functionName: "isValidSignature",
        args: [hashTypedData(typedData), signature],
      });
    expect([await answer(after), await answer("0x1234")]).toEqual(["0x1626ba7e", "0xffffffff"]);
  });

  test("executes its owner's calls, and is deployed for the first", async () => {
    const wallet = await smartWalletOf(chain, owner.privateKey, toHex(1, { size: 32 }));
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, 5n] });
    const hash = await wallet.execute(usdc.address, data);
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("success");
    const allowance = { address: usdc.address, abi: erc20Abi, functionName: "allowance" } as const;
    expect(await chain.client.readContract({ ...allowance, args: [wallet.address, permit2Address] })).toBe(5n);
  });
});

test("Multicall3 returns a result for every call of a batch, and says which failed", async () => {
  const contracts = [
    { address: usdc.address, abi: erc20Abi, functionName: "decimals" },
    { address: usdc.address, abi: erc20Abi, functionName: "transfer", args: [stranger.address, 1n] },
    { address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [owner.address] },
  ] as const;
  const answers = await chain.client.multicall({ contracts, multicallAddress: multicall3Address });
  expect(answers.map(({ status, result }) => [status, result])).toEqual([
    ["success", 6],
    ["failure", undefined],
    ["success", 10_000_000_000n],
  ]);
});

describe("a token's issuer", () => {
  const transfer = async (value: bigint) => {
    const call = { address: usdc.address, abi: erc20Abi, functionName: "transfer", gas: 200_000n } as const;
    const args = [stranger.address, value] as const;
    const hash = await chain.client.writeContract({ ...call, args, account: owner.address, chain: null });
    return (await chain.client.waitForTransactionReceipt({ hash })).status;
  };
  const balance = (account: `0x${string}`) =>
    chain.client.readContract({ address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [account] });

  test("freezes senders and recipients, pauses all transfers, and lifts both again", async () => {
    const issuer = issuerOf(chain, usdc);
    for (const account of [owner.address, stranger.address]) {
      await issuer.setFrozen(account, true);
      expect(await transfer(1n)).toBe("reverted");
      await issuer.setFrozen(account, false);
    }
    await issuer.setPaused(true);
    expect(await transfer(1n)).toBe("reverted");
    await issuer.setPaused(false);
    expect(await transfer(1n)).toBe("success");
  });

  test("takes a fee out of a transfer, so that less arrives", async () => {
    const issuer = issuerOf(chain, usdc);
    const before = [await balance(owner.address), await balance(stranger.address)] as const;
    await issuer.setFeeBps(250);
    await transfer(1_000n);
    await issuer.setFeeBps(0);
    expect(await balance(owner.address)).toBe(before[0] - 1_000n);
    expect(await balance(stranger.address)).toBe(before[1] + 975n);
  });
});
