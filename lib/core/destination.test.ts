import fc from "fast-check";
import { getAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { parseAddress } from "#lib/core/caip.ts";
import { readTypedAddress, reasonAgainst, refusedContracts } from "#lib/core/destination.ts";
import { anyAddress, anyPrivateKey } from "#test/arbitrary/evm.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

describe("a typed address", () => {
  test.for([
    ["", { kind: "empty" }],
    ["  ", { kind: "empty" }],
    [wallet, { kind: "address", address: wallet, chainId: null, hasChecksum: true }],
    [` ${wallet}\n`, { kind: "address", address: wallet, chainId: null, hasChecksum: true }],
    [wallet.toLowerCase(), { kind: "address", address: wallet, chainId: null, hasChecksum: false }],
    [`eip155:8453:${wallet}`, { kind: "address", address: wallet, chainId: 8453, hasChecksum: true }],
    [wallet.replace("C51812", "c51812"), { kind: "wrong-checksum" }],
    [`0x${wallet.slice(2).toUpperCase()}`, { kind: "address", address: wallet, chainId: null, hasChecksum: false }],
    [wallet.slice(0, -1), { kind: "malformed" }],
    [`${wallet}0`, { kind: "malformed" }],
    [wallet.slice(2), { kind: "malformed" }],
    [`solana:mainnet:${wallet}`, { kind: "malformed" }],
    ["shop.eth", { kind: "malformed" }],
  ] as const)("%j reads as %j", ([text, expected]) => {
    expect(readTypedAddress(text)).toEqual(expected);
  });

  test("is accepted with its checksum, and refused with the case of one letter changed", () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(), (address, at) => {
        expect(readTypedAddress(address)).toMatchObject({ kind: "address", address, hasChecksum: true });
        const letters = [...address.matchAll(/[a-f]/gi)].map(({ index }) => index);
        const changed = swapCaseAt(address, letters[at % letters.length] ?? 0);
        fc.pre(/[a-f]/.test(changed) && /[A-F]/.test(changed));
        expect(readTypedAddress(changed)).toEqual({ kind: "wrong-checksum" });
      }),
    );
  });
});

function swapCaseAt(text: string, place: number): string {
  const letter = text.charAt(place);
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return text.slice(0, place) + swapped + text.slice(place + 1);
}

test("the zero address, Permit2 and token contracts must not receive money", () => {
  expect(reasonAgainst(`0x${"0".repeat(40)}`, [])).toBe("zero");
  expect(reasonAgainst(permit2Address, [])).toBe("permit2");
  expect(reasonAgainst(usdc, [usdc])).toBe("token");
  expect(reasonAgainst(wallet, [usdc])).toBeNull();
});

test.for([
  ["a precompile", "0x0000000000000000000000000000000000000001", "unowned"],
  ["a precompile of Arbitrum", "0x0000000000000000000000000000000000000064", "unowned"],
  ["P256VERIFY", "0x0000000000000000000000000000000000000100", "unowned"],
  ["a system contract of Polygon", "0x0000000000000000000000000000000000001010", "unowned"],
  ["the system of Arbitrum", "0x00000000000000000000000000000000000A4B05", "unowned"],
  ["a predeploy of Optimism", "0x4200000000000000000000000000000000000006", "unowned"],
  ["the burn address", "0x000000000000000000000000000000000000dEaD", "unowned"],
  ["another burn address", "0xdEAD000000000000000042069420694206942069", "unowned"],
  ["the placeholder of native coins", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", "unowned"],
  ["all ones", "0x1111111111111111111111111111111111111111", "unowned"],
  ["repeated words", "0xdeadBEEFDEadBEEfDeaDBEeFDeADbeEFDEadBEEF", "unowned"],
  ["the deployment proxy", "0x4e59b44847b379578588920cA78FbF26c0B4956C", "unowned"],
  ["Multicall3", multicall3Address, "shared"],
  ["Uniswap's router", "0xE592427A0AEce92De3Edee1F18E0157C05861564", "shared"],
  ["1inch's router", "0x111111125421cA6dc452d289314280a0f8842A65", "shared"],
] as const)("%s, %s, must not receive money: %s", ([, address, reason]) => {
  expect(reasonAgainst(getAddress(address), [])).toBe(reason);
});

test("the addresses of contracts that must not receive money have their checksum, without which they would match nothing", () => {
  expect(refusedContracts.filter((address) => parseAddress(address) !== address)).toEqual([]);
});

test("the address of a key may receive money, and so may a contract wallet's with eight zero bytes", () => {
  fc.assert(
    fc.property(anyPrivateKey, (key) => {
      expect(reasonAgainst(privateKeyToAddress(key), [])).toBeNull();
    }),
  );
  expect(reasonAgainst("0x0000000000000000AbCdef1234567890aBcDeF12", [])).toBeNull();
});
