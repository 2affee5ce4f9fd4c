import { describe, expect, test } from "vitest";
import { expectedSeconds, findChain, isSimulated, testRegistry } from "#lib/chain/chains.ts";
import { assetOf, chainIds, findToken, testnetTokens, tokens, tokensOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import { parseAddress } from "#lib/core/caip.ts";

/** The supported pairs, with the identifiers that clients store. */
const spec: Record<string, readonly number[]> = {
  USDC: [42161, 8453, 137, 1, 10, 143, 42220, 56],
  EURC: [1, 8453],
  USDT0: [42161],
  PYUSD: [1, 42161],
  USDG: [1],
  USDT: [1, 137, 56],
};

describe("the supported tokens", () => {
  test("are the 17 supported pairs, each once", () => {
    const wanted = Object.entries(spec).flatMap(([symbol, ids]) => ids.map((id) => `${symbol} ${id}`));
    expect(tokens.map(({ symbol, chainId }) => `${symbol} ${chainId}`).sort()).toEqual(wanted.sort());
    expect(tokens).toHaveLength(17);
  });

  test("are at 17 different addresses, each with its checksum", () => {
    expect(new Set(tokens.map(assetOf)).size).toBe(17);
    for (const { address } of tokens) expect(parseAddress(address)).toBe(address);
  });

  test("have 6 decimals, except 18 on BNB Smart Chain", () => {
    for (const { chainId, decimals, symbol } of tokens) {
      expect(decimals, `${symbol} ${chainId}`).toBe(chainId === 56 ? 18 : 6);
    }
  });

  test("are collected by EIP-3009 exactly where an EIP-712 domain is known", () => {
    for (const { method, domains } of tokens) expect(method).toBe(domains.length > 0 ? "eip3009" : "permit2");
    const byPermit2 = tokens.filter(({ method }) => method === "permit2");
    expect(byPermit2.map(({ symbol, chainId }) => `${symbol} ${chainId}`).sort()).toEqual([
      "USDC 56",
      "USDT 1",
      "USDT 137",
      "USDT 56",
    ]);
  });

  test("have the domain names that differ from the usual one of their symbol: Monad, Celo, USD₮0", () => {
    const domainOf = (symbol: string, chainId: number) =>
      tokens.find((token) => token.symbol === symbol && token.chainId === chainId)?.domains;
    expect(domainOf("USDC", 143)).toEqual([{ name: "USDC", version: "2" }]);
    expect(domainOf("USDC", 42220)).toEqual([{ name: "USDC", version: "2" }]);
    expect(domainOf("USDC", 1)).toEqual([{ name: "USD Coin", version: "2" }]);
    expect(domainOf("USDT0", 42161)).toEqual([{ name: "USD\u20AE0", version: "1" }]);
  });

  test("are pegged to the dollar, except EURC to the euro", () => {
    for (const { symbol, peg } of tokens) expect(peg).toBe(symbol === "EURC" ? "EUR" : "USD");
  });

  test("are all on chains of the registry, and every chain has one", () => {
    expect([...chainIds].sort()).toEqual([...new Set(Object.values(spec).flat())].sort());
    for (const chainId of chainIds) expect(findChain(chainId)?.id).toBe(chainId);
  });
});

describe("the tokens of testnets", () => {
  test("are on every testnet, and on no live chain", () => {
    const testnets = testRegistry.map(({ id }) => id).filter((id) => !isSimulated(id));
    expect([...new Set(testnetTokens.map(({ chainId }) => chainId))]).toEqual(testnets);
    for (const mode of ["live", "test"] as const) {
      for (const { chainId } of tokensOf(mode)) expect(modeOfChain(chainId)).toBe(mode);
    }
  });

  test("are at different addresses with checksums, and have symbols and pegs of live tokens", () => {
    expect(new Set([...tokens, ...testnetTokens].map(({ address }) => address)).size).toBe(17 + testnetTokens.length);
    for (const { address, symbol, peg } of testnetTokens) {
      expect(parseAddress(address)).toBe(address);
      expect(tokens.find((token) => token.symbol === symbol)?.peg).toBe(peg);
    }
  });

  test("have 6 decimals and an EIP-712 domain, except on BNB Testnet", () => {
    for (const { chainId, decimals, method, domains } of testnetTokens) {
      const isPegged = chainId === 97;
      expect([decimals, method, domains.length > 0]).toEqual(isPegged ? [18, "permit2", false] : [6, "eip3009", true]);
    }
  });
});

describe("a token is found", () => {
  test("by its asset id, checksummed or in lower case", () => {
    for (const token of tokens) {
      const asset = assetOf(token);
      expect(findToken(asset)).toBe(token);
      expect(findToken(asset.toLowerCase())).toBe(token);
    }
  });

  test.for([
    ["another chain's", "eip155:1/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
    ["bridged USDC.e on Polygon", "eip155:137/erc20:0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"],
    ["bridged USDC.e on Arbitrum", "eip155:42161/erc20:0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8"],
    ["USDbC on Base", "eip155:8453/erc20:0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA"],
    ["a wrongly checksummed", "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bda02913"],
    ["no", ""],
  ] as const)("but not by %s address", ([, asset]) => {
    expect(findToken(asset)).toBeNull();
  });

  test("together with its chain's other tokens", () => {
    expect(tokensOfChain(8453).map(({ symbol }) => symbol)).toEqual(["USDC", "EURC"]);
    expect(tokensOfChain(2)).toEqual([]);
  });
});

describe("the expected seconds to finality", () => {
  const chain = {
    id: 1,
    name: "x",
    feeType: "eip1559",
    explorerUrl: "https://x.example",
    costRank: 1,
    gasCeilingGwei: "1",
    nativeUsd: "1",
    nativeSymbol: "ETH",
    finalityTag: null,
    tagSeconds: { safe: 480, finalized: 960 },
    reason: "x",
  } as const;

  test.for([
    ["one block until inclusion, and the confirmations", 2_000, 10, 22],
    ["rounded up to whole seconds", 250, 4, 2],
    ["at least 1", 100, 1, 1],
  ] as const)("are %s", ([, blockTimeMs, confirmations, seconds]) => {
    expect(expectedSeconds({ ...chain, blockTimeMs, confirmations })).toBe(seconds);
  });

  test("are the usual age of the tagged block where a tag decides", () => {
    const tagged = { ...chain, finalityTag: "finalized", blockTimeMs: 12_000, confirmations: 12 } as const;
    expect(expectedSeconds(tagged)).toBe(972);
  });
});
