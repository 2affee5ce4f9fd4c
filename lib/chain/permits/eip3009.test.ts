import fc from "fast-check";
import type { Hex, TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { type Authorization, authorizationHash, signTypedDataParams } from "#lib/chain/permits/eip3009.ts";
import { type EcdsaSignature, parseSignature, recoverSigner } from "#lib/chain/signatures/signatures.ts";
import { anyAddress, anyBytes32, anyPrivateKey, anyUint256 } from "#test/arbitrary/evm.ts";

type TypedDataJson = {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
};

const buyerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const buyer = privateKeyToAccount(buyerKey);
const authorization: Authorization = {
  chainId: 8453,
  token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  domain: { name: "USD Coin", version: "2" },
  from: buyer.address,
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  value: 12_500_000n,
  validBefore: 1_795_263_600n,
  nonce: `0x${"ab".repeat(32)}`,
};

/** Parses the JSON parameter and signs it by EIP-712, as a wallet does. */
async function signAsWallet(signed: Authorization, privateKey: Hex) {
  const [, json] = signTypedDataParams(signed);
  const definition = JSON.parse(json) as TypedDataDefinition;
  const signature = parseSignature(await privateKeyToAccount(privateKey).signTypedData(definition));
  if (signature === null) throw new Error("the wallet's signature can't be read");
  return signature;
}

const isSignedByBuyer = (signed: Authorization, signature: EcdsaSignature) =>
  recoverSigner(authorizationHash("ReceiveWithAuthorization", signed), signature) === signed.from;

describe("the signature request", () => {
  const [signer, json] = signTypedDataParams(authorization);
  const typedData = JSON.parse(json) as TypedDataJson;

  test("has the signer in lower case and the typed data as one JSON string", () => {
    expect(signer).toBe(buyer.address.toLowerCase());
    expect(Object.keys(typedData).sort()).toEqual(["domain", "message", "primaryType", "types"]);
  });

  test("is a ReceiveWithAuthorization, which only the payee can submit", () => {
    expect(typedData.primaryType).toBe("ReceiveWithAuthorization");
    expect(Object.keys(typedData.types).sort()).toEqual(["EIP712Domain", "ReceiveWithAuthorization"]);
    expect(typedData.types.ReceiveWithAuthorization?.map(({ name, type }) => `${type} ${name}`)).toEqual([
      "address from",
      "address to",
      "uint256 value",
      "uint256 validAfter",
      "uint256 validBefore",
      "bytes32 nonce",
    ]);
  });

  test("lists EIP712Domain in its types, which wallets that hash the JSON need", () => {
    expect(typedData.types.EIP712Domain?.map(({ name, type }) => `${type} ${name}`)).toEqual([
      "string name",
      "string version",
      "uint256 chainId",
      "address verifyingContract",
    ]);
    expect(Object.keys(typedData.domain).sort()).toEqual(["chainId", "name", "verifyingContract", "version"]);
    expect(Number(typedData.domain.chainId)).toBe(8453);
    expect(String(typedData.domain.verifyingContract).toLowerCase()).toBe(authorization.token.toLowerCase());
  });

  test("has from, to and value unchanged, numbers as decimal strings", () => {
    expect(typedData.message).toMatchObject({
      value: "12500000",
      validAfter: "0",
      validBefore: "1795263600",
      nonce: authorization.nonce,
    });
    expect(String(typedData.message.from).toLowerCase()).toBe(authorization.from.toLowerCase());
    expect(String(typedData.message.to).toLowerCase()).toBe(authorization.to.toLowerCase());
  });
});

describe("a wallet's signature", () => {
  const anyAuthorization = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    token: anyAddress,
    domain: fc.record({ name: fc.string({ unit: "grapheme" }), version: fc.string() }),
    to: anyAddress,
    value: anyUint256,
    validBefore: fc.bigInt({ min: 0n, max: 2n ** 47n }),
    nonce: anyBytes32,
  });

  test("over the request's JSON recovers to the buyer, for any payment", async () => {
    await fc.assert(
      fc.asyncProperty(anyAuthorization, anyPrivateKey, async (fields, privateKey) => {
        const signed = { ...fields, from: privateKeyToAccount(privateKey).address };
        expect(isSignedByBuyer(signed, await signAsWallet(signed, privateKey))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.for([
    ["another nonce", { nonce: `0x${"ac".repeat(32)}` }],
    ["one unit more", { value: 12_500_001n }],
    ["one unit less", { value: 12_499_999n }],
    ["another token", { token: "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42" }],
    ["another chain", { chainId: 1 }],
    ["another treasury", { to: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" }],
    ["a longer validity", { validBefore: 1_795_263_601n }],
    ["another version of the token's domain", { domain: { name: "USD Coin", version: "1" } }],
    ["another name of the token's domain", { domain: { name: "USDC", version: "2" } }],
    ["another buyer", { from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
  ] as const satisfies readonly (readonly [string, Partial<Authorization>])[])(
    "isn't valid for %s",
    async ([, change]) => {
      const signature = await signAsWallet(authorization, buyerKey);
      expect(isSignedByBuyer(authorization, signature)).toBe(true);
      expect(isSignedByBuyer({ ...authorization, ...change }, signature)).toBe(false);
    },
  );

  test("by another key does not recover to the buyer", async () => {
    const stranger = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    expect(isSignedByBuyer(authorization, await signAsWallet(authorization, stranger))).toBe(false);
  });
});
