import { encodeFunctionData, type Hex, slice } from "viem";
import { paymentRouterAbi, type RouterPayment } from "#lib/chain/router/payment-router.ts";
import type { EcdsaSignature } from "#lib/chain/signatures/signatures.ts";

/** Encodes the router's call for an EIP-3009 authorization by a key. */
export function collectWithKeyCalldata(payment: RouterPayment, { v, r, s }: EcdsaSignature): Hex {
  const functionName = "collectWithAuthorization";
  return encodeFunctionData({ abi: paymentRouterAbi, functionName, args: [payment, v, r, s] });
}

/** Encodes the same call with a contract wallet's signature, for tokens with `takesContractSignatures`. */
export function collectWithBytesCalldata(payment: RouterPayment, signature: Hex): Hex {
  return encodeFunctionData({
    abi: paymentRouterAbi,
    functionName: "collectWithAuthorization",
    args: [payment, signature],
  });
}

/** Encodes the router's call for a Permit2 transfer. Permit2 verifies contract wallets by ERC-1271. */
export function collectWithPermit2Calldata(payment: RouterPayment, signature: Hex): Hex {
  return encodeFunctionData({ abi: paymentRouterAbi, functionName: "collectWithPermit2", args: [payment, signature] });
}

/** Bytes of the selector and of `Payment`'s fields before the token, and of a field. */
const tokenAt = 4 + 2 * 32;
const fieldLength = 32;

/** Returns the function and the token of a router's call. Calls of one kind use about the same gas. */
export function collectionKind(calldata: Hex): string {
  return `${slice(calldata, 0, 4)}:${slice(calldata, tokenAt, tokenAt + fieldLength)}`;
}
