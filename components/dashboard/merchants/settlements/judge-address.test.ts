import { expect, test } from "vitest";
import { judgeAddress, type Network } from "#components/dashboard/merchants/settlements/judge-address.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const own = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const token = { asset: `eip155:8453/erc20:${usdc}`, address: usdc, symbol: "USDC", name: "USD Coin" } as const;
const base: Network = { chainId: 8453, name: "Base", isEnabled: true, ownAddresses: [own], tokens: [token] };
const celo: Network = { chainId: 42220, name: "Celo", isEnabled: true, ownAddresses: [], tokens: [] };

const wordsOf = (text: string, networks = [base]) => {
  const verdict = judgeAddress(text, networks);
  return [verdict.kind, "words" in verdict ? verdict.words : ""];
};

test.for([
  ["0x", "unfinished", /^0 of 40/],
  [wallet.slice(0, -1), "unfinished", /^39 of 40/],
  [`${wallet}0`, "wrong", /this one has 41/],
  ["0xyz", "wrong", /begins with 0x/],
  ["shop.eth", "wrong", /Names can change hands/],
  [wallet.replace("C51812", "c51812"), "wrong", /checksum is wrong/],
  [`0x${"0".repeat(40)}`, "wrong", /zero address/],
  [usdc, "wrong", /USDC contract on Base/],
  [`eip155:1:${wallet}`, "wrong", /on chain 1, not on Base/],
  [own.toLowerCase(), "wrong", /own addresses on Base/],
  ["0x000000000022D473030F116dDEE9F6B43aC78BA3", "wrong", /the Permit2 contract/],
  ["0xcA11bde05977b3631167028862bE2a173976CA11", "wrong", /gives its money to anyone/],
  ["0x000000000000000000000000000000000000dEaD", "wrong", /No one controls this address/],
] as const)("%s is %s, with the reason", ([text, kind, words]) => {
  expect(wordsOf(text)).toEqual([kind, expect.stringMatching(words)]);
});

test("a valid address has no warnings", () => {
  expect(judgeAddress(` ${wallet} `, [base])).toEqual({ kind: "good", address: wallet, notes: [] });
  expect(judgeAddress(`eip155:8453:${wallet}`, [base])).toMatchObject({ kind: "good", address: wallet });
});

test("unusual addresses carry hints: no checksum, several networks", () => {
  const verdict = judgeAddress(wallet.toLowerCase(), [base, celo]);
  expect(verdict).toMatchObject({ notes: [expect.stringContaining(wallet), expect.stringContaining("2 networks")] });
  expect(judgeAddress(own, [celo])).toMatchObject({ kind: "good" });
});
