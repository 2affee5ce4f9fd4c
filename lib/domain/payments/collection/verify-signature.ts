import type { Hex } from "viem";
import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { isSimulated } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { isSignatureOfAccount } from "#lib/chain/signatures/contract-signatures.ts";
import { type Deployment, unwrapSignature } from "#lib/chain/signatures/deployments.ts";
import { parseSignature, serializeSignature } from "#lib/chain/signatures/signatures.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { type TillError, unusableField } from "#lib/core/errors.ts";
import { asKeySignature, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

/** A signature verified for the buyer's account, as it is relayed, and the wallet to deploy first, if any. */
export type VerifiedSignature = {
  signature: Hex;
  deployment: Deployment | null;
  /** A contract's signature on the simulated chain, which has no contract to ask. */
  isUnchecked?: true;
};

/**
 * Checks that a signature belongs to the option's account: made by its key, or accepted by its contract wallet (ERC-1271),
 * which may not be deployed yet (ERC-6492). Verifies a key's signature without a node; for any other, reads the account's
 * code and calls the account, with limits on time and gas. On the simulated chain, a contract's signature is accepted unseen.
 * @throws TillError `params_validation` when it does not, or the token doesn't accept a contract's signature;
 * `bad_gateway` when the node does not answer.
 */
export async function verifySignature(option: PaymentOption, signature: Hex): Promise<VerifiedSignature> {
  const byKey = asKeySignature(option, signature);
  if (byKey !== null) return { signature: serializeSignature(byKey), deployment: null };
  if (isSimulated(option.chainId)) {
    // Another key's signature is a mistake that a live chain refuses too.
    if (parseSignature(signature) !== null) throw wrongSigner();
    return { signature, deployment: null, isUnchecked: true };
  }
  const unwrapped = unwrapSignature(signature);
  if (unwrapped === null) throw wrongSigner();
  const { chainId, buyer } = option;
  const code = await fromNode(chainId, chainClient(chainId).getCode({ address: buyer }));
  if (code === undefined && unwrapped.deployment === null) throw wrongSigner();
  if (!takesContractSignatures(option)) {
    throw rejection("can't be used: the token doesn't accept signatures of contract wallets");
  }
  const isValid = await fromNode(chainId, isSignatureOfAccount(chainId, buyer, signedHash(option), signature));
  if (!isValid) throw wrongSigner();
  if (code !== undefined) return { signature: unwrapped.signature, deployment: null };
  if ((await fromNode(chainId, findMulticall3(chainId))) === null) {
    throw rejection("can't be used: the account's wallet can't be deployed on this chain");
  }
  return unwrapped;
}

/** True when an option can be collected from a contract wallet: always by Permit2, by EIP-3009 if the token supports it. */
export function takesContractSignatures({
  method,
  chainId,
  token,
}: Pick<PaymentOption, "method" | "chainId" | "token">) {
  return method === "permit2" || findToken(toCaip19({ chainId, address: token }))?.takesContractSignatures === true;
}

function wrongSigner(): TillError {
  return rejection("must be signed by the option's account");
}

function rejection(message: string): TillError {
  return unusableField("results", message);
}
