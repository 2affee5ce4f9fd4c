import { decodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { contractAuthorizationAbi, eip3009Abi, permit2Abi, permit2Address } from "#lib/chain/contracts.ts";
import { newId } from "#lib/core/ids.ts";
import { asKeySignature, collectionCall, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import { optionNonce, type PaymentOption } from "#lib/domain/payments/collection/option.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const paymentId = newId("pay", now);
const id = newId("opt", now);
const privateKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

const authorized: PaymentOption = {
  id,
  paymentId,
  account: "",
  chainId: 8453,
  token,
  buyer: privateKeyToAccount(privateKey).address,
  amount: 100n,
  fee: 1n,
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
  approvals: [],
  treasury: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  nonce: optionNonce(paymentId, id),
  validBefore: 1_795_263_600n,
  expiresAt: now,
  createdAt: now,
};
const permitted: PaymentOption = { ...authorized, method: "permit2", domain: null };
const ofContract: Hex = `0x${"5a".repeat(200)}`;

const signed = (option: PaymentOption) => sign({ hash: signedHash(option), privateKey, to: "hex" });

describe("an authorization is collected at the token", () => {
  test("with v, r and s when the account's key signed it", async () => {
    const { target, calldata } = collectionCall(authorized, await signed(authorized));
    const { args } = decodeFunctionData({ abi: eip3009Abi, data: calldata });
    expect([target, args?.length, args?.[0]]).toEqual([token, 9, authorized.buyer]);
  });

  test.for([
    ["no key made it", ofContract],
    ["another key made it, such as the wallet owner's", null],
  ] as const)("with the signature unchanged when %s", async ([, signature]) => {
    const owners = await sign({ hash: signedHash(authorized), privateKey: `0x${"77".repeat(32)}`, to: "hex" });
    const { target, calldata } = collectionCall(authorized, signature ?? owners);
    const { args } = decodeFunctionData({ abi: contractAuthorizationAbi, data: calldata });
    expect([target, args[6]]).toEqual([token, signature ?? owners]);
  });
});

test("a permit is collected at Permit2, for signatures of keys and of contracts", async () => {
  for (const signature of [ofContract, await signed(permitted)]) {
    const { target, calldata } = collectionCall(permitted, signature);
    expect([target, decodeFunctionData({ abi: permit2Abi, data: calldata }).args[3]]).toEqual([
      permit2Address,
      signature,
    ]);
  }
});

test("a signature for one collection method is invalid for the other", async () => {
  expect(asKeySignature(authorized, await signed(authorized))).not.toBeNull();
  expect(asKeySignature(permitted, await signed(permitted))).not.toBeNull();
  expect(asKeySignature(authorized, await signed(permitted))).toBeNull();
  expect(asKeySignature(permitted, await signed(authorized))).toBeNull();
});
