import type { Hex } from "viem";
import { type ApprovalState, lookAtApproval } from "#lib/chain/approvals.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { isSignatureOfAccount } from "#lib/chain/contract-signatures.ts";
import { type ContractCall, deployCall } from "#lib/chain/deployments.ts";
import { readHoldings } from "#lib/chain/holdings.ts";
import { fromNode } from "#lib/chain/node-error.ts";
import { unusableField } from "#lib/core/errors.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { collectionCall, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { simulateOption } from "#lib/domain/payments/collection/simulate-option.ts";
import type { VerifiedSignature } from "#lib/domain/payments/collection/verify-signature.ts";

/** What is to be done for an option: the collection, at once or when it can be, and before it a wallet's deployment. */
export type VerifiedCollection = {
  signature: Hex;
  collection: ContractCall;
  deployment: ContractCall | null;
  /** True when an approve or the deployment has to be mined before the collection can be sent. */
  awaits: boolean;
  approvalHashes: readonly Hex[];
  approvalNonce: bigint | null;
  cover: Cover;
};

/** What the buyer has, at that block or later, and of it Permit2 may take; null where that is still to be approved. */
export type Cover = { balance: AtomicAmount; allowance: AtomicAmount | null; atBlock: bigint };

/**
 * Checks that an option can be collected, so that nothing worthless is ever relayed: the balance, the allowance, and by
 * simulating the collection as the treasury would send it. An approve that is not mined yet is believed; then the
 * collection can't be simulated, and is when its turn comes.
 * @param approvalHashes of the buyer's approve transactions, in the order of the option's approvals.
 * @throws TillError `params_validation` 422 when the balance is too small, an approve failed, the collection would be
 * refused, or less than the amount would arrive; `bad_gateway` when the node does not answer.
 */
export async function verifyCollection(
  option: PaymentOption,
  { signature, deployment }: VerifiedSignature,
  approvalHashes: readonly Hex[],
): Promise<VerifiedCollection> {
  const { chainId, token, buyer, amount, method } = option;
  const collection = collectionCall(option, signature);
  const deploy = deployment && deployCall(deployment);
  const atBlock = await fromNode(chainClient(chainId).getBlockNumber());
  const looks = Promise.all([
    readHoldings(chainId, [buyer], [token]),
    lookAtLast(option, approvalHashes),
    simulateOption(option, collection, deploy),
  ]);
  const [[found], approval, { isDeployed, objection }] = await fromNode(looks);
  const { balance = 0n, allowance = 0n } = found?.holdings[0] ?? {};
  if (balance < amount) throw unusableField("optionId", "the account's balance is too small");
  if (!isDeployed) throw unusableField("results", "the wallet can't be deployed");
  const isAllowed = method === "eip3009" || allowance >= amount;
  if (isAllowed && objection !== null) throw unusableField("results", objection);
  if (!isAllowed) {
    refuseFailed(option, approval);
    await checkStandsBy(option, signature, deploy);
  }
  return {
    // What is not allowed yet waits for an approve of the wallet's own, which can't be sent before the wallet is made:
    // whoever sends that makes it. We don't pay for the wallet of somebody who may never approve.
    ...{ signature, collection, deployment: isAllowed ? deploy : null, approvalHashes },
    awaits: !isAllowed || deploy !== null,
    approvalNonce: approval?.kind === "pending" ? approval.nonce : null,
    cover: { balance, allowance: method === "permit2" && isAllowed ? allowance : null, atBlock },
  };
}

/** What became of the approve that raises the allowance: the last one. Its failure counts from its first block. */
async function lookAtLast(option: PaymentOption, approvalHashes: readonly Hex[]): Promise<ApprovalState | null> {
  const hash = approvalHashes.at(-1);
  if (hash === undefined) return null;
  const { chainId, token, buyer: owner, amount: needed } = option;
  return lookAtApproval({ chainId, token, owner, needed, hash, nonce: null }, 1);
}

const failures = {
  reverted: "the approve transaction reverted",
  replaced: "the approve transaction was replaced by another",
  "too small": "the approve transaction allows less than the amount",
};

function refuseFailed(option: PaymentOption, approval: ApprovalState | null): void {
  if (approval === null) {
    const message = option.approvals.length === 0 ? "the allowance is too small by now" : "the approve is missing";
    throw unusableField("optionId", message);
  }
  if (approval.kind === "failed") throw unusableField("results", failures[approval.reason]);
}

/**
 * A key's signature was verified without a node. Permit2 asks every account that has code, one that delegates to code
 * (EIP-7702) included, and here no simulation shows what that answers.
 */
async function checkStandsBy(option: PaymentOption, signature: Hex, deployment: ContractCall | null): Promise<void> {
  if (deployment !== null) return;
  const { chainId, buyer } = option;
  if (await fromNode(isSignatureOfAccount(chainId, buyer, signedHash(option), signature))) return;
  throw unusableField("results", "the account's code does not stand by its key's signature");
}
