import { gasCeiling } from "#lib/chain/chains.ts";
import { deploymentGasCap } from "#lib/chain/gas-cap.ts";
import { collectionGas, findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { estimateGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { simulateAsSent } from "#lib/chain/relay/fees/simulate-as-sent.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import { TillError, unusableField } from "#lib/core/errors.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { findReservedGas, type GasNeed } from "#lib/domain/platform/gas-budget/repository.ts";

/** Gas of a collection that runs a buyer's code and can't be estimated yet. Wallets in use need 70,000 to 300,000. */
const unknownCodeGas = 400_000n;

const capFactor = 2n;

/** The transactions of a payment, and the most gas that its collection may take; null for the limit of all collections. */
export type GasNeeds = { needs: GasNeed[]; gasCap: bigint | null };

type Calls = {
  collection: ContractCall;
  deployment: ContractCall | null;
  /** True for an account with code, one that delegates to code (EIP-7702) included. */
  hasCode: boolean;
  /** True when the collection could be sent now, so that it can be estimated. */
  isReady: boolean;
};

/**
 * Estimates the gas of an option's transactions, at a price a quarter above the current one, for the budgets.
 * A collection from an account without code takes a known amount. Any other account's code decides how much
 * it takes: that is estimated now, and the relay refuses the call if it takes more than twice as much when it
 * is sent.
 * @throws TillError `params_validation` when a transaction would revert or exceed its gas limit; `bad_gateway` when the node does
 * not answer.
 */
export async function estimateGasNeeds(option: PaymentOption, calls: Calls): Promise<GasNeeds> {
  const { collection, deployment, hasCode, isReady } = calls;
  const price = await findGasPrice(option.chainId);
  if (price === null) throw new TillError("bad_gateway");
  const runsCode = hasCode || deployment !== null;
  const [gas, deploymentGas] = await Promise.all([
    runsCode && isReady && deployment === null ? estimateCollection(option, collection) : null,
    deployment === null ? null : simulateDeployment(option, deployment),
  ]);
  const expected = gas ?? (runsCode ? unknownCodeGas : collectionGas);
  const need = (kind: GasNeed["kind"], amount: bigint): GasNeed => {
    return { kind, gas: amount, wei: (gasCostAt(price, amount) * 5n) / 4n };
  };
  const needs = [need("collection", expected), ...(deploymentGas === null ? [] : [need("deployment", deploymentGas)])];
  return { needs, gasCap: runsCode ? expected * capFactor : null };
}

/** Returns the most gas that an attempt's collection may take, by what was reserved for it; null for the limit of its kind. */
export async function findGasCap(on: Queryable, attemptId: AttemptId): Promise<bigint | null> {
  const reserved = await findReservedGas(on, attemptId);
  return reserved === null || reserved === collectionGas ? null : reserved * capFactor;
}

async function estimateCollection({ chainId, submitter: wallet }: PaymentOption, call: ContractCall): Promise<bigint> {
  const estimate = await fromNode(chainId, estimateGas({ chainId, wallet, ...call, purpose: { kind: "collection" } }));
  if (typeof estimate === "bigint") return estimate;
  throw unusableField("results", `can't be used: collecting from the account's wallet would fail: ${estimate.refusal}`);
}

/** Simulates a deployment as the relay will send it: by the submitter, at the real gas price, with exactly its gas limit. */
async function simulateDeployment(
  { chainId, submitter: wallet }: PaymentOption,
  deployment: ContractCall,
): Promise<bigint> {
  const reads = Promise.all([readMarket(chainId), chainClient(chainId).getBalance({ address: wallet })]);
  const [market, balance] = await fromNode(chainId, reads);
  const { maxFeePerGas } = initialFees(market, gasCeiling(chainId));
  // A node refuses to simulate what the wallet can't pay for; the relay simulates it again when it can.
  const gasPrice = balance >= deploymentGasCap * maxFeePerGas ? maxFeePerGas : null;
  const call = { chainId, wallet, ...deployment, purpose: { kind: "deployment" } } as const;
  const simulated = await fromNode(chainId, simulateAsSent(call, { gasPrice }));
  if ("gasLimit" in simulated) return simulated.gasLimit;
  throw deploymentWouldFail();
}

/** The error for a signature that deploys its account's wallet, when the deployment fails. */
export function deploymentWouldFail(): TillError {
  return unusableField(
    "results",
    "can't be used: deploying the account's wallet would fail; deploy the wallet first, or pay with another account",
  );
}
