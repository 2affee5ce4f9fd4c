import { domainSeparator, type Hex, parseAbi, parseEther, parseUnits, zeroHash } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import { boxOf, depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { tokens, tokensOfChain } from "#lib/chain/tokens.ts";
import { fundAccounts } from "#scripts/devnet/fund-accounts.ts";
import { installChain } from "#scripts/devnet/install-chain.ts";
import { defaultFunding } from "#scripts/devnet/start-devnet.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";

const abi = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
]);
const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))];

describe.each(chainIds)("local chain %i", (chainId) => {
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startTestChain({ chainId });
  });
  afterAll(() => chain.stop());

  test("has the right chain id", async () => {
    expect(await chain.client.getChainId()).toBe(chainId);
  });

  test.each(tokensOfChain(chainId))("$symbol at $address has the name and decimals of the real one", async (token) => {
    const read = <Name extends "name" | "symbol" | "decimals">(functionName: Name) =>
      chain.client.readContract({ address: token.address, abi, functionName });
    expect({ name: await read("name"), symbol: await read("symbol"), decimals: await read("decimals") }).toEqual({
      name: token.name,
      symbol: token.symbol,
      decimals: token.decimals,
    });
  });

  test.each(tokensOfChain(chainId))(
    "$symbol at $address has the EIP-712 domain of the real one, or none",
    async (token) => {
      const { address, method, domains } = token;
      const domain = { ...domains[0], chainId, verifyingContract: address };
      const expected = method === "eip3009" ? domainSeparator({ domain }) : "none";
      expect(await readSeparator(address).catch(() => "none")).toBe(expected);
    },
  );

  test("Permit2 has the domain of its canonical address", async () => {
    const domain = { name: "Permit2", chainId, verifyingContract: permit2Address };
    expect(await readSeparator(permit2Address)).toBe(domainSeparator({ domain }));
  });

  test("the deposit factory gives the addresses that Till computes", async () => {
    const { relayer, merchant } = chain.accounts;
    const [token] = tokensOfChain(chainId);
    const terms = {
      id: zeroHash,
      homeChain: BigInt(chainId),
      token: token?.address as Hex,
      recipient: merchant.address,
      fee: 1n,
      feeRecipient: relayer.address,
      submitter: relayer.address,
      openAfter: 1n,
    };
    const call = { address: depositFactory, abi: factoryAbi, functionName: "boxOf", args: [terms] } as const;
    expect(await chain.client.readContract(call)).toBe(boxOf(terms));
  });

  test("buyers own tokens and native coin, the relayer only native coin", async () => {
    const { relayer, buyers } = chain.accounts;
    expect(await chain.client.getBalance(relayer)).toBe(parseEther("100"));
    for (const { address } of buyers) expect(await chain.client.getBalance({ address })).toBe(parseEther("10"));
    for (const token of tokensOfChain(chainId)) {
      const balanceOf = (owner: Hex) =>
        chain.client.readContract({ address: token.address, abi, functionName: "balanceOf", args: [owner] });
      expect(await balanceOf(relayer.address)).toBe(0n);
      for (const { address } of buyers) expect(await balanceOf(address)).toBe(parseUnits("10000", token.decimals));
    }
  });

  test("installing and funding again changes nothing", async () => {
    const facts = async () => {
      const supplies = tokensOfChain(chainId).map(({ address }) =>
        chain.client.readContract({ address, abi, functionName: "totalSupply" }),
      );
      return [await chain.client.getBlockNumber(), ...(await Promise.all(supplies))];
    };
    const before = await facts();
    expect(await installChain(chain)).toBe(0);
    await fundAccounts(chain.rpcUrl, chainId, defaultFunding());
    expect(await facts()).toEqual(before);
  });

  test("accounts are funded by any number of callers at once", async () => {
    const fresh = Array.from({ length: 12 }, () => privateKeyToAddress(generatePrivateKey()));
    const fund = (address: Hex) =>
      fundAccounts(chain.rpcUrl, chainId, [{ address, nativeWei: parseEther("1"), wholeTokens: 5n }]);
    await Promise.all(fresh.map(fund));
    for (const token of tokensOfChain(chainId)) {
      const call = { address: token.address, abi, functionName: "balanceOf" } as const;
      for (const address of fresh) {
        expect(await chain.client.readContract({ ...call, args: [address] })).toBe(parseUnits("5", token.decimals));
      }
    }
  });

  function readSeparator(address: Hex): Promise<Hex> {
    return chain.client.readContract({ address, abi, functionName: "DOMAIN_SEPARATOR" });
  }
});

test("installing refuses a node of another chain", async () => {
  const chain = await startTestChain({ chainId: 8453 });
  try {
    await expect(installChain({ rpcUrl: chain.rpcUrl, chainId: 56 })).rejects.toThrow("has chain id 8453, not 56");
  } finally {
    await chain.stop();
  }
});
