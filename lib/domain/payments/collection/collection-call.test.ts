import { decodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { newId } from "#lib/core/ids.ts";
import { asKeySignature, collectionCall, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/options/option.ts";
import { makeOption } from "#test/domain/make-option.ts";

const privateKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

const authorized = makeOption(newId("pay", new Date()), { buyer: privateKeyToAccount(privateKey).address });
const permitted: PaymentOption = { ...authorized, method: "permit2", domain: null };
const ofContract: Hex = `0x${"5a".repeat(200)}`;

const signed = (option: PaymentOption) => sign({ hash: signedHash(option), privateKey, to: "hex" });

const decode = (data: Hex) => decodeFunctionData({ abi: paymentRouterAbi, data });

describe("an authorization is collected by the router", () => {
  test("with v, r and s when the account's key signed it", async () => {
    const { target, calldata } = collectionCall(authorized, await signed(authorized));
    const { functionName, args } = decode(calldata);
    expect([target, functionName, args?.length]).toEqual([authorized.router, "collectWithAuthorization", 4]);
    expect(args?.[0]).toEqual(routerPaymentOf(authorized));
  });

  test.for([
    ["no key made it", ofContract],
    ["another key made it, such as the wallet owner's", null],
  ] as const)("with the signature unchanged when %s", async ([, signature]) => {
    const owners = await sign({ hash: signedHash(authorized), privateKey: `0x${"77".repeat(32)}`, to: "hex" });
    const { target, calldata } = collectionCall(authorized, signature ?? owners);
    const { functionName, args } = decode(calldata);
    expect([target, functionName, args?.length]).toEqual([authorized.router, "collectWithAuthorization", 2]);
    expect(args?.[1]).toBe(signature ?? owners);
  });
});

test("a permit is collected by the router, for signatures of keys and of contracts", async () => {
  for (const signature of [ofContract, await signed(permitted)]) {
    const { target, calldata } = collectionCall(permitted, signature);
    const { functionName, args } = decode(calldata);
    expect([target, functionName]).toEqual([permitted.router, "collectWithPermit2"]);
    expect(args).toEqual([routerPaymentOf(permitted), signature]);
  }
});

test("a signature for one collection method is invalid for the other", async () => {
  expect(asKeySignature(authorized, await signed(authorized))).not.toBeNull();
  expect(asKeySignature(permitted, await signed(permitted))).not.toBeNull();
  expect(asKeySignature(authorized, await signed(permitted))).toBeNull();
  expect(asKeySignature(permitted, await signed(authorized))).toBeNull();
});
