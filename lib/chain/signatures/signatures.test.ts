import { createRequire } from "node:module";
import fc from "fast-check";
import {
  concatHex,
  type Hex,
  parseSignature as parseWithViem,
  recoverAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
  toHex,
} from "viem";
import { privateKeyToAddress, sign } from "viem/accounts";
import { describe, expect, test, vi } from "vitest";
import { anyBytes32, anyPrivateKey, order } from "#test/arbitrary/evm.ts";

/** Signs a hash and returns every encoding that wallets use: v 27/28, v 0/1, high s, EIP-2098. */
async function encodings(hash: Hex, privateKey: Hex): Promise<Record<string, Hex>> {
  const { r, s, yParity = 0 } = await sign({ hash, privateKey });
  const [v, flipped] = yParity === 0 ? [27, 28] : [28, 27];
  const highS = toHex(order - BigInt(s), { size: 32 });
  return {
    "v of 27 or 28": concatHex([r, s, toHex(v, { size: 1 })]),
    "v of 0 or 1": concatHex([r, s, toHex(yParity, { size: 1 })]),
    "high s, v of 27 or 28": concatHex([r, highS, toHex(flipped, { size: 1 })]),
    "high s, v of 0 or 1": concatHex([r, highS, toHex(1 - yParity, { size: 1 })]),
    "EIP-2098": serializeCompactSignature(signatureToCompactSignature({ r, s, yParity })),
  };
}

const javascript: unknown = createRequire(import.meta.url)("secp256k1/elliptic.js");

/** Imports the module with native libsecp256k1, or with the JavaScript that its package uses on other platforms. */
async function importOver(build: "native" | "JavaScript") {
  vi.resetModules();
  if (build === "native") vi.doUnmock("secp256k1");
  else vi.doMock("secp256k1", () => ({ default: javascript }));
  return import("#lib/chain/signatures/signatures.ts");
}

const builds = {
  native: await importOver("native"),
  JavaScript: await importOver("JavaScript"),
};

describe.each(Object.entries(builds))(
  "over the %s build",
  (_, { parseSignature, recoverSigner, serializeSignature }) => {
    test("the signer of any hash is recovered from every encoding that wallets use", async () => {
      await fc.assert(
        fc.asyncProperty(anyBytes32, anyPrivateKey, async (hash, privateKey) => {
          const signer = privateKeyToAddress(privateKey);
          for (const [spelling, signature] of Object.entries(await encodings(hash, privateKey))) {
            const parsed = parseSignature(signature);
            expect(parsed && recoverSigner(hash, parsed), spelling).toBe(signer);
          }
        }),
        { numRuns: 30 },
      );
    });

    test("recovery agrees with viem for any r, s and v that might be a signature", async () => {
      await fc.assert(
        fc.asyncProperty(anyBytes32, anyBytes32, anyBytes32, fc.constantFrom(0, 1, 27, 28), async (hash, r, s, v) => {
          const signature = concatHex([r, s, toHex(v, { size: 1 })]);
          const parsed = parseSignature(signature);
          const expected = await recoverAddress({ hash, signature }).catch(() => null);
          expect(parsed && recoverSigner(hash, parsed)).toBe(expected);
        }),
        { numRuns: 100 },
      );
    });

    test("another hash has another signer", async () => {
      await fc.assert(
        fc.asyncProperty(anyBytes32, anyBytes32, anyPrivateKey, async (hash, other, privateKey) => {
          fc.pre(hash !== other);
          const parsed = parseSignature(await sign({ hash, privateKey, to: "hex" }));
          expect(parsed && recoverSigner(other, parsed)).not.toBe(privateKeyToAddress(privateKey));
        }),
        { numRuns: 30 },
      );
    });

    test("an r that is not on the curve has no signer", () => {
      const notOnCurve = toHex(5n, { size: 32 });
      const parsed = parseSignature(concatHex([notOnCurve, toHex(1n, { size: 32 }), "0x1b"]));
      expect(parsed && recoverSigner(toHex(1n, { size: 32 }), parsed)).toBeNull();
      expect(parsed && serializeSignature(parsed)).toBe(concatHex([notOnCurve, toHex(1n, { size: 32 }), "0x1b"]));
    });
  },
);

const { parseSignature, serializeSignature } = builds.native;
const one = toHex(1n, { size: 32 });

describe("a signature", () => {
  test("is serialized in one form only, low s and v of 27 or 28, which viem parses to the same signature", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes32, anyPrivateKey, async (hash, privateKey) => {
        const all = Object.values(await encodings(hash, privateKey)).map((spelling) => {
          const parsed = parseSignature(spelling);
          return parsed && serializeSignature(parsed);
        });
        const [canonical] = all;
        expect(new Set(all)).toEqual(new Set([await sign({ hash, privateKey, to: "hex" })]));
        const { s, v } = parseWithViem(canonical ?? "0x");
        expect(BigInt(s) <= order / 2n).toBe(true);
        expect(v).toBeOneOf([27n, 28n]);
      }),
      { numRuns: 30 },
    );
  });

  test.for([
    ["no bytes", "0x"],
    ["63 bytes", concatHex([one, slice(one, 1)])],
    ["66 bytes", concatHex([one, one, "0x1b1b"])],
    ["a contract wallet's length", toHex(1n, { size: 200 })],
    ["r of zero", concatHex([toHex(0n, { size: 32 }), one, "0x1b"])],
    ["s of zero", concatHex([one, toHex(0n, { size: 32 }), "0x1b"])],
    ["r at the order of the curve", concatHex([toHex(order, { size: 32 }), one, "0x1b"])],
    ["s at the order of the curve", concatHex([one, toHex(order, { size: 32 }), "0x1b"])],
    ["a v of 2", concatHex([one, one, "0x02"])],
    ["a v of 26", concatHex([one, one, "0x1a"])],
    ["a v of 29", concatHex([one, one, "0x1d"])],
    ["the v of an EIP-155 transaction", concatHex([one, one, "0x25"])],
    ["EIP-2098 form and s of zero", concatHex([one, toHex(1n << 255n, { size: 32 })])],
  ] as const)("with %s is rejected", ([, signature]) => {
    expect(parseSignature(signature)).toBeNull();
  });

  test("of any bytes is parsed or rejected without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const parsed = parseSignature(toHex(bytes));
        if (bytes.length !== 64 && bytes.length !== 65) expect(parsed).toBeNull();
        if (parsed !== null) expect(parseSignature(serializeSignature(parsed))).toEqual(parsed);
      }),
    );
  });
});
