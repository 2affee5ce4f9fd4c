import type { Hex } from "viem";
import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { isSignatureOfAccount } from "#lib/chain/contract-signatures.ts";
import { type Deployment, unwrapSignature } from "#lib/chain/deployments.ts";
import { fromNode } from "#lib/chain/node-error.ts";
import { serializeSignature } from "#lib/chain/signatures.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { type TillError, unusableField } from "#lib/core/errors.ts";
import { asKeySignature, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";

/** A signature that the buyer's account stands by, as it is relayed, and the wallet that has to be made first. */
export type VerifiedSignature = { signature: Hex; deployment: Deployment | null };

/**
 * Checks that a signature for an option is of the option's account: by its key, or of a contract wallet (ERC-1271) that
 * is there or still to be made (ERC-6492). No node is asked for a key's signature; for any other the account's code,
 * and if that says more, the account itself, within limits of time and gas.
 * @throws TillError `params_validation` 422 when it is not, or the token does not take a contract's signature;
 * `bad_gateway` when the node does not answer.
 */
export async function verifySignature(option: PaymentOption, signature: Hex): Promise<VerifiedSignature> {
  const byKey = asKeySignature(option, signature);
  if (byKey !== null) return { signature: serializeSignature(byKey), deployment: null };
  const unwrapped = unwrapSignature(signature);
  if (unwrapped === null) throw notTheirs();
  const { chainId, buyer } = option;
  const code = await fromNode(chainClient(chainId).getCode({ address: buyer }));
  if (code === undefined && unwrapped.deployment === null) throw notTheirs();
  if (!takesContractSignatures(option)) throw refusal("the token does not take the signature of a contract wallet");
  const isTheirs = await fromNode(isSignatureOfAccount(chainId, buyer, signedHash(option), signature));
  if (!isTheirs) throw notTheirs();
  if (code !== undefined) return { signature: unwrapped.signature, deployment: null };
  if ((await fromNode(findMulticall3(chainId))) === null) throw refusal("wallets can't be deployed on this chain");
  return unwrapped;
}

/** True when an option can be collected from a contract: by Permit2 always, by EIP-3009 where the token can. */
export function takesContractSignatures({
  method,
  chainId,
  token,
}: Pick<PaymentOption, "method" | "chainId" | "token">) {
  return method === "permit2" || findToken(toCaip19({ chainId, address: token }))?.takesContractSignatures === true;
}

function notTheirs(): TillError {
  return refusal("the signature is not of the option's account");
}

function refusal(message: string): TillError {
  return unusableField("results", message);
}
