import { describe, expect, test } from "vitest";
import { assetOf, tokens } from "#lib/chain/tokens.ts";
import { parseSettlementDestination } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const eurc = "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const asset = `eip155:8453/erc20:${usdc}`;
const destination = `eip155:8453:${wallet}`;

const relayer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const own = new Map([[8453, new Set([relayer] as const)]]);

describe("a settlement destination", () => {
  test.for([
    ["as CAIP-19 and CAIP-10", { asset, destination }],
    ["with the caip19/ prefix", { asset: `caip19/${asset}`, destination }],
    ["in lower case", { asset: asset.toLowerCase(), destination: destination.toLowerCase() }],
    ["in lower case with the prefix", { asset: `caip19/${asset.toLowerCase()}`, destination }],
  ] as const)("%s is returned checksummed and without prefix", ([, entry]) => {
    expect(parseSettlementDestination("live", entry, "settlements.0", own)).toEqual({ asset, destination });
  });

  test("can be registered for every supported token", () => {
    for (const token of tokens) {
      const entry = { asset: assetOf(token), destination: `eip155:${token.chainId}:${wallet}` };
      expect(parseSettlementDestination("live", entry, "settlements.0", own)).toEqual(entry);
    }
  });
});

describe("refused with its field: a settlement destination", () => {
  test.for([
    ["for an unsupported token", { asset: `eip155:8453/erc20:${wallet}` }, "asset"],
    ["for a supported token's address on another chain", { asset: `eip155:1/erc20:${usdc}` }, "asset"],
    ["with a wrong checksum in the asset", { asset: asset.replace("fCD6", "fCd6") }, "asset"],
    ["with the prefix twice", { asset: `caip19/caip19/${asset}` }, "asset"],
    ["for a currency", { asset: "iso4217/USD" }, "asset"],
    ["without an asset", { asset: "" }, "asset"],
    ["to an account on another chain", { destination: `eip155:1:${wallet}` }, "destination"],
    ["to an account with a wrong checksum", { destination: destination.replace("C51812", "c51812") }, "destination"],
    ["to a bare address", { destination: wallet }, "destination"],
    ["to another namespace", { destination: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc" }, "destination"],
    ["to the zero address", { destination: `eip155:8453:0x${"0".repeat(40)}` }, "destination"],
    ["to the token itself", { destination: `eip155:8453:${usdc}` }, "destination"],
    ["to the token itself in lower case", { destination: `eip155:8453:${usdc.toLowerCase()}` }, "destination"],
    ["to the contract of another token", { destination: `eip155:8453:${eurc}` }, "destination"],
    ["to Multicall3", { destination: "eip155:8453:0xcA11bde05977b3631167028862bE2a173976CA11" }, "destination"],
    ["to a precompile", { destination: `eip155:8453:0x${"1".padStart(40, "0")}` }, "destination"],
    ["to our own address", { destination: `eip155:8453:${relayer.toLowerCase()}` }, "destination"],
    ["without an account", { destination: "" }, "destination"],
  ] as const)("%s", ([, change, field]) => {
    const entry = { asset, destination, ...change };
    expect(parseSettlementDestination("live", entry, "settlements.3", own)).toMatchObject({
      field: `settlements.3.${field}`,
    });
  });
});
