import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DataKeys, seal, unseal } from "#lib/env/seal.ts";

const key = randomBytes(32);
const keys: DataKeys = { current: key, old: [] };

test("any text decrypts at the place it was encrypted for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (text, place) => {
      expect(unseal(seal(text, place, keys), place, keys)).toBe(text);
    }),
  );
});

test("the ciphertext reveals neither text nor key, and differs every time", () => {
  const text = "Ada Lovelace, 12 St James's Square";
  const one = seal(text, "row", keys);
  const two = seal(text, "row", keys);
  expect(one.sealed.includes("Ada")).toBe(false);
  expect(one.sealed.length).toBe(12 + Buffer.byteLength(text) + 16);
  expect(one.sealed.equals(two.sealed)).toBe(false);
  expect(one.keyId).toBe(two.keyId);
  expect(key.toString("hex")).not.toContain(one.keyId);
});

test("a single flipped bit prevents decryption", () => {
  const { keyId, sealed } = seal("Ada Lovelace", "row", keys);
  fc.assert(
    fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => unseal({ keyId, sealed: changed }, "row", keys)).toThrow();
    }),
  );
});

test.each([0, 11, 12, 27])("a ciphertext cut to %i bytes can't be decrypted", (length) => {
  const { keyId, sealed } = seal("Ada Lovelace", "row", keys);
  expect(() => unseal({ keyId, sealed: sealed.subarray(0, length) }, "row", keys)).toThrow();
});

test("another place can't decrypt it", () => {
  expect(() => unseal(seal("Ada Lovelace", "row 1", keys), "row 2", keys)).toThrow();
});

test("after a key change, old texts decrypt with the old key and new texts use the new key", () => {
  const before = seal("Ada Lovelace", "row", keys);
  const next: DataKeys = { current: randomBytes(32), old: [randomBytes(32), key] };
  expect(unseal(before, "row", next)).toBe("Ada Lovelace");
  const after = seal("Ada Lovelace", "row", next);
  expect(after.keyId).not.toBe(before.keyId);
  expect(() => unseal(after, "row", keys)).toThrow(`the key ${after.keyId} is not configured`);
});

test("encrypting without a configured key throws", () => {
  expect(() => seal("Ada Lovelace", "row", { current: undefined, old: [key] })).toThrow("DATA_ENCRYPTION_KEY");
});
