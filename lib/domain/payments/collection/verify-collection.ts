import { type Hex, isAddressEqual } from "viem";
import { type ApprovalState, readApprovalState } from "#lib/chain/approvals.ts";
import { isSimulated } from "#lib/chain/chains.ts";
import { readHoldings } from "#lib/chain/holdings.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { isSignatureOfAccount } from "#lib/chain/signatures/contract-signatures.ts";
import { type ContractCall, type Deployment, deployCall } from "#lib/chain/signatures/deployments.ts";
import { simulatedBalance } from "#lib/chain/simulated-chain.ts";
import { invalidField, unusableField } from "#lib/core/errors.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { collectionCall, signedHash } from "#lib/domain/payments/collection/collection-call.ts";
import {
  deploymentWouldFail,
  estimateGasNeeds,
  type GasNeeds,
} from "#lib/domain/payments/collection/estimate-gas-needs.ts";
import { explainRefusal } from "#lib/domain/payments/collection/explain-refusal.ts";
import { simulateOption } from "#lib/domain/payments/collection/simulate-option.ts";
import type { VerifiedSignature } from "#lib/domain/payments/collection/verify-signature.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { env } from "#lib/env/env.ts";

/** The verified calls for an option: the collection, and the wallet deployment that has to precede it, if any. */
export type VerifiedCollection = {
  signature: Hex;
  collection: ContractCall;
  deployment: ContractCall | null;
  /** True when an approval or the deployment has to be mined before the collection can be sent. */
  awaits: boolean;
  approvalHashes: readonly Hex[];
  approvalNonce: bigint | null;
  cover: Cover;
  gas: GasNeeds;
};

/** The buyer's balance at that block or later, and the part that Permit2 may move; null while its approval is pending. */
export type Cover = { balance: AtomicAmount; allowance: AtomicAmount | null; atBlock: bigint };

/**
 * Checks that an option can be collected, so that no transaction bound to fail is relayed: checks the balance and the
 * allowance, and simulates the collection as its submitter would send it. An approval that is not mined yet is trusted;
 * advanceCollection simulates the collection once it is.
 * The simulated chain objects to nothing.
 * @param approvalHashes of the buyer's approval transactions, in the order of the option's approvals.
 * @throws TillError `params_validation` when the balance is too small, the wallet is of a factory that isn't
 * listed, an approval failed, or the account's code makes the collection revert; `invalid_state` when the
 * token refuses it, or would deliver less than the amount; `bad_gateway` when the node does not answer.
 */
export async function verifyCollection(
  option: PaymentOption,
  { signature, deployment }: VerifiedSignature,
  approvalHashes: readonly Hex[],
): Promise<VerifiedCollection> {
  const { chainId, token, buyer, amount, method } = option;
  const collection = collectionCall(option, signature);
  if (isSimulated(chainId)) {
    const cover = { balance: simulatedBalance, allowance: null, atBlock: 0n };
    const nothing = { deployment: null, approvalHashes, approvalNonce: null, gas: { needs: [], gasCap: null } };
    // A send of the relay is left to the checks of waiting collections, which simulate it.
    return { signature, collection, awaits: true, cover, ...nothing };
  }
  const deploy = deployment && deployCall(deployment);
  const atBlock = await fromNode(chainId, chainClient(chainId).getBlockNumber());
  const reads = Promise.all([
    readHoldings(chainId, [buyer], [token]),
    findLastApproval(option, approvalHashes),
    simulateOption(option, collection, deploy),
  ]);
  const [[found], approval, simulated] = await fromNode(chainId, reads);
  const { balance = 0n, allowance = 0n } = found?.holdings[0] ?? {};
  if (balance < amount) {
    throw unusableField(
      "optionId",
      "can't be collected: the account's balance is smaller than the amount; add funds or choose another option",
    );
  }
  const isAllowed = method === "eip3009" || allowance >= amount;
  // The approval may have been mined between the reads, and the simulation have seen the block before it.
  const isRepeated = isAllowed && simulated.objection !== null && approvalHashes.length > 0;
  const { isDeployed, objection } = isRepeated
    ? await fromNode(chainId, simulateOption(option, collection, deploy))
    : simulated;
  // Without an allowance, the wallet's own approval deploys it.
  if (isAllowed && deployment !== null) requireListedFactory(deployment);
  if (!isDeployed) throw deploymentWouldFail();
  if (isAllowed && objection !== null) {
    throw await explainRefusal(option, objection, found?.hasCode === true || deploy !== null);
  }
  if (!isAllowed) {
    requirePendingApproval(option, approval);
    await requireAcceptedByCode(option, signature, deploy);
  }
  // A wallet that still has to approve must exist before it can, so the sender of its approval deploys it. We don't pay
  // for the wallet of a buyer who may never approve.
  const ownDeployment = isAllowed ? deploy : null;
  const hasCode = found?.hasCode === true || deploy !== null;
  const calls = { collection, deployment: ownDeployment, hasCode, isReady: isAllowed };
  return {
    signature,
    collection,
    deployment: ownDeployment,
    gas: await estimateGasNeeds(option, calls),
    approvalHashes,
    awaits: !isAllowed || deploy !== null,
    approvalNonce: approval?.kind === "pending" ? approval.nonce : null,
    cover: { balance, allowance: method === "permit2" && isAllowed ? allowance : null, atBlock },
  };
}

/**
 * Requires that the operator pays for wallets of a factory. @throws TillError `params_validation` otherwise,
 * as by default for all factories.
 */
function requireListedFactory({ factory }: Deployment): void {
  if (env().WALLET_FACTORIES.some((listed) => isAddressEqual(listed, factory))) return;
  throw invalidField(
    "results",
    "can't be used: the account's wallet isn't deployed yet, and this service doesn't deploy it. Deploy the wallet first, for example by sending a transaction from it, then sign again",
  );
}

/** The state of the last approval, which raises the allowance. A failure counts after one confirmation. */
async function findLastApproval(option: PaymentOption, approvalHashes: readonly Hex[]): Promise<ApprovalState | null> {
  const hash = approvalHashes.at(-1);
  if (hash === undefined) return null;
  const { chainId, token, buyer: owner, amount: needed } = option;
  return readApprovalState({ chainId, token, owner, needed, hash, nonce: null }, (head) => head);
}

const approvalFailures = {
  reverted: "include an approval transaction that reverted: approve again",
  replaced: "include an approval transaction that another one replaced: approve again",
  "too small": "include an approval of less than the amount: approve the full amount",
};

function requirePendingApproval(option: PaymentOption, approval: ApprovalState | null): void {
  if (approval === null) {
    const reason =
      option.approvals.length === 0
        ? "the allowance has become too small; request new options"
        : "the approval transaction is missing";
    throw unusableField("optionId", `can't be collected: ${reason}`);
  }
  if (approval.kind === "failed") throw unusableField("results", approvalFailures[approval.reason]);
}

/**
 * Checks that an account's code accepts its key's signature, which was verified without a node. Permit2 calls every
 * account that has code, including one that delegates to code (EIP-7702), and without an allowance no simulation shows
 * the result.
 */
async function requireAcceptedByCode(
  option: PaymentOption,
  signature: Hex,
  deployment: ContractCall | null,
): Promise<void> {
  if (deployment !== null) return;
  const { chainId, buyer } = option;
  if (await fromNode(chainId, isSignatureOfAccount(chainId, buyer, signedHash(option), signature))) return;
  throw unusableField("results", "must contain a signature that the account's contract accepts (ERC-1271)");
}
