import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isCaip10,
  parseAddress,
  parseCaip2,
  parseCaip10,
  parseCaip19,
  toCaip2,
  toCaip10,
  toCaip19,
} from "#lib/core/caip.ts";
import { anyAddress, anyChainId } from "#test/arbitrary/evm.ts";

const address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const wrongChecksum = "0x833589fCD6eDb6E08f4c7C32D4f71b54bda02913";

/** Flips the case of one hexadecimal letter. */
function flipCase(text: string, at: number): string {
  const letter = text.charAt(at);
  const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return text.slice(0, at) + flipped + text.slice(at + 1);
}

describe("an address", () => {
  test.for([
    ["lower case", address.toLowerCase()],
    ["upper case", `0x${address.slice(2).toUpperCase()}`],
    ["its checksummed form", address],
  ] as const)("in %s comes out checksummed", ([, text]) => {
    expect(parseAddress(text)).toBe(address);
  });

  test("without letters has no checksum", () => {
    const digits = "0x1234567890123456789012345678901234567890";
    expect(parseAddress(digits)).toBe(digits);
  });

  test.for([
    ["a wrong checksum", wrongChecksum],
    ["no 0x", address.slice(2)],
    ["39 digits", address.slice(0, -1)],
    ["41 digits", `${address}0`],
    ["a letter that isn't a hexadecimal digit", address.replace("8", "g")],
    ["a capital X", `0X${address.slice(2)}`],
    ["white space around it", ` ${address}`],
    ["a trailing line break", `${address}\n`],
    ["no characters", ""],
  ] as const)("with %s is refused", ([, text]) => {
    expect(parseAddress(text)).toBeNull();
  });

  test("is accepted in any single case, and refused with one letter in the wrong case", () => {
    fc.assert(
      fc.property(anyAddress, fc.nat({ max: 39 }), (checksummed, place) => {
        expect(parseAddress(checksummed)).toBe(checksummed);
        expect(parseAddress(checksummed.toLowerCase())).toBe(checksummed);
        expect(parseAddress(`0x${checksummed.slice(2).toUpperCase()}`)).toBe(checksummed);
        const flipped = flipCase(checksummed, place + 2);
        const digits = flipped.slice(2);
        const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
        if (flipped !== checksummed && isMixed) expect(parseAddress(flipped)).toBeNull();
      }),
    );
  });
});

describe("a formatted id parses to the same value", () => {
  test("as CAIP-2, CAIP-10 and CAIP-19, for any chain and address", () => {
    fc.assert(
      fc.property(anyChainId, anyAddress, (chainId, any) => {
        const pair = { chainId, address: any };
        expect(parseCaip2(toCaip2(chainId))).toBe(chainId);
        expect(parseCaip10(toCaip10(pair))).toEqual(pair);
        expect(parseCaip19(toCaip19(pair))).toEqual(pair);
      }),
    );
  });

  test("in the format of the standards", () => {
    const pair = { chainId: 8453, address } as const;
    expect(toCaip2(8453)).toBe("eip155:8453");
    expect(toCaip10(pair)).toBe(`eip155:8453:${address}`);
    expect(toCaip19(pair)).toBe(`eip155:8453/erc20:${address}`);
  });

  test("with the checksum added to single-case letters", () => {
    expect(parseCaip10(`eip155:8453:${address.toLowerCase()}`)).toEqual({ chainId: 8453, address });
    expect(parseCaip19(`eip155:8453/erc20:${address.toLowerCase()}`)).toEqual({ chainId: 8453, address });
  });
});

describe("a parser refuses", () => {
  test.for([
    "",
    "eip155",
    "eip155:",
    "eip155:0",
    "eip155:08453",
    "eip155:-1",
    "eip155:1e3",
    "eip155:9007199254740992",
    "EIP155:1",
    " eip155:1",
    "eip155:1\n",
    "solana:1",
    "eip155:1:1",
  ])("as a CAIP-2 id is %j", (text) => {
    expect(parseCaip2(text)).toBeNull();
  });

  test.for([
    "",
    address,
    `eip155:${address}`,
    `eip155:0:${address}`,
    `eip155:01:${address}`,
    `eip155:8453:${address.slice(0, -1)}`,
    `eip155:8453:${address}0`,
    `eip155:8453:${wrongChecksum}`,
    `eip155:8453:${address} `,
    `eip155:8453/erc20:${address}`,
    `cosmos:cosmoshub-3:${address}`,
  ])("as a CAIP-10 account is %j", (text) => {
    expect(parseCaip10(text)).toBeNull();
  });

  test.for([
    "",
    `eip155:8453:${address}`,
    `eip155:8453/${address}`,
    `eip155:8453/erc721:${address}`,
    `eip155:8453/slip44:60`,
    `eip155:8453/erc20:${address}/1`,
    `eip155:8453/erc20:${wrongChecksum}`,
    `caip19/eip155:8453/erc20:${address}`,
    `solana:8453/erc20:${address}`,
  ])("as a CAIP-19 token is %j", (text) => {
    expect(parseCaip19(text)).toBeNull();
  });

  test("any other input without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect([parseCaip2(text), parseCaip10(text), parseCaip19(text), parseAddress(text)]).toEqual(
          Array(4).fill(null),
        );
      }),
    );
  });
});

describe("a well-formed account", () => {
  test.for([
    `eip155:8453:${address}`,
    `eip155:999999:${address.toLowerCase()}`,
    "bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6",
    "cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
    "hedera:mainnet:0.0.1234567890-zbhlt",
    "ton:-239:UQCjI2QtnNXkYxNovk87_QF0J-pDmYpVuBiTfTfrVY6oLqTo",
    "near:mainnet:corner_shop.near",
    `eip155:2716446429837000:${address}`,
    "eip155:30:0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD",
  ])("may be of any namespace: %s", (text) => {
    expect(isCaip10(text)).toBe(true);
  });

  test.for([
    "",
    "eip155:8453",
    `eip155:${"1".repeat(33)}:${address}`,
    `eip155:8453:${address.slice(0, -2)}`,
    `eip155:999999:${address.replace("8", "g")}`,
    "ab:1:x",
    "verylongns:1:x",
    "solana::x",
    "solana:1:",
    `solana:1:${"x".repeat(129)}`,
    "solana:1:a b",
    "solana:1:a\n",
  ])("is not %j", (text) => {
    expect(isCaip10(text)).toBe(false);
  });
});
