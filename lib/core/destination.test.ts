import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { permit2Address } from "#lib/chain/contracts.ts";
import { readTypedAddress, reasonAgainst } from "#lib/core/destination.ts";
import { anyAddress } from "#test/arbitrary/evm.ts";

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
