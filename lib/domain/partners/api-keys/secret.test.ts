import { describe, expect, test } from "vitest";
import { hashSecret, isSecret, newSecret } from "#lib/domain/partners/api-keys/secret.ts";

describe("a new secret", () => {
  test("has 256 random bits after its prefix and is different each time", () => {
    const secrets = Array.from({ length: 1_000 }, () => newSecret("live"));
    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets) {
      expect(isSecret(secret)).toBe(true);
      expect(Buffer.from(secret.slice("till_live_".length), "base64url")).toHaveLength(32);
    }
  });

  test("names its mode", () => {
    expect(newSecret("live")).toMatch(/^till_live_/);
    expect(newSecret("test")).toMatch(/^till_test_/);
    expect(isSecret(newSecret("test"))).toBe(true);
  });
});

describe("the format of a secret rejects", () => {
  const secret = newSecret("test");
  test.for([
    ["nothing", ""],
    ["the prefix alone", "till_"],
    ["another prefix", secret.replace("till_", "live_")],
    ["another mode", secret.replace("_test_", "_prod_")],
    ["the prefix of the mode alone", "till_test_"],
    ["one character too few", secret.slice(0, -1)],
    ["one character too many", `${secret}A`],
    ["characters of plain base64", `till_${"+/".repeat(21)}=`],
    ["a trailing line break", `${secret}\n`],
    ["leading white space", ` ${secret}`],
  ] as const)("%s", ([, text]) => {
    expect(isSecret(text)).toBe(false);
  });
});

test("a key from before test mode, which names no mode, still has the format", () => {
  expect(isSecret(`till_${"a".repeat(43)}`)).toBe(true);
});

test("a secret is stored as its SHA-256", () => {
  expect(hashSecret("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
