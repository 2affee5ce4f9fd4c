import type { Hex } from "viem";
import { authorizationHash } from "#lib/chain/permits/eip3009.ts";
import { transferHash } from "#lib/chain/permits/permit2.ts";
import {
  collectWithBytesCalldata,
  collectWithKeyCalldata,
  collectWithPermit2Calldata,
} from "#lib/chain/router/collect-calldata.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { type EcdsaSignature, parseSignature, recoverSigner } from "#lib/chain/signatures/signatures.ts";
import {
  authorizationOf,
  type PaymentOption,
  permitTransferOf,
  routerPaymentOf,
} from "#lib/domain/payments/options/option.ts";

/** Returns the hash that the buyer of an option signs. */
export function signedHash(option: PaymentOption): Hex {
  return option.method === "permit2"
    ? transferHash(permitTransferOf(option))
    : authorizationHash("ReceiveWithAuthorization", authorizationOf(option));
}

/** The last signature of each option that was checked: a confirm needs the answer to verify, to simulate and to send. */
const checked = new WeakMap<PaymentOption, { signature: Hex; byKey: EcdsaSignature | null }>();

/** Parses a signature made by the buyer's own key; null for any other. Pure computation, without a node. */
export function asKeySignature(option: PaymentOption, signature: Hex): EcdsaSignature | null {
  const known = checked.get(option);
  if (known?.signature === signature) return known.byKey;
  const parsed = parseSignature(signature);
  const byKey = parsed !== null && recoverSigner(signedHash(option), parsed) === option.buyer ? parsed : null;
  checked.set(option, { signature, byKey });
  return byKey;
}

/**
 * Returns the router's call that collects an option, to be sent by its submitter.
 *
 * A key's signature goes to the token as v, r and s even if the account delegates to code (EIP-7702): a token that
 * verifies such an account by ERC-1271 joins them again, and other tokens accept nothing else.
 */
export function collectionCall(option: PaymentOption, signature: Hex): ContractCall {
  return { target: option.router, calldata: collectCalldata(option, signature) };
}

function collectCalldata(option: PaymentOption, signature: Hex): Hex {
  const payment = routerPaymentOf(option);
  if (option.method === "permit2") return collectWithPermit2Calldata(payment, signature);
  const byKey = asKeySignature(option, signature);
  return byKey === null ? collectWithBytesCalldata(payment, signature) : collectWithKeyCalldata(payment, byKey);
}
