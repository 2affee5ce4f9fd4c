import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";

import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { describeContractError, type RevertReason } from "#lib/chain/contract-errors.ts";
import { gasCap } from "#lib/chain/gas-cap.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { revertData, revertReason, statedReason } from "#lib/chain/nodes/node-error.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

export type CollectionSimulation = {
  chainId: number;
  /** The relayer wallet that will send it. */
  submitter: Address;
  /** Executed first, for a wallet that does not exist yet. */
  deployment: ContractCall | null;
  /** The router's call. */
  collection: ContractCall;
  /** The state to simulate on; a node that has not reached it fails. The node's newest when left out. */
  blockNumber?: bigint | undefined;
};

/**
 * The outcome of a simulation. `received` is the amount that a token would deliver instead of the signed one, and `reason` why a
 * contract refuses, if known.
 */
export type SimulatedCollection =
  | { kind: "collected" }
  | { kind: "not_deployed" }
  | { kind: "refused"; received: AtomicAmount | null; reason: RevertReason | null };

/**
 * Simulates the router's call as the submitter will send it. With a deployment, one `eth_call` overrides the submitter's code
 * with Multicall3's, so that both run in a row, sent by the submitter. Where the node or chain can't do that, the deployment is
 * simulated alone, and counts as refused afterwards.
 * @throws Error when the node fails.
 */
export async function simulateCollection(simulation: CollectionSimulation): Promise<SimulatedCollection> {
  const { chainId, deployment, collection } = simulation;
  if (deployment === null) return simulateCall(simulation, collection);
  const code = await findMulticall3(chainId);
  if (code === null) return simulateDeployment(simulation, deployment);
  try {
    return await simulateBoth(simulation, deployment, code);
  } catch (error) {
    return revertReason(error) === null ? simulateDeployment(simulation, deployment) : { kind: "not_deployed" };
  }
}

async function simulateCall(
  { chainId, submitter: account, blockNumber }: CollectionSimulation,
  { target: to, calldata: data }: ContractCall,
): Promise<SimulatedCollection> {
  try {
    await chainClient(chainId).call({ account, to, data, gas: gasCap, ...at(blockNumber) });
    return { kind: "collected" };
  } catch (error) {
    if (revertReason(error) === null) throw error;
    return { kind: "refused", received: receivedIn(revertData(error)), reason: statedReason(error) };
  }
}

async function simulateBoth(
  { chainId, submitter, collection, blockNumber }: CollectionSimulation,
  deployment: ContractCall,
  code: Hex,
): Promise<SimulatedCollection> {
  const calls = [deployment, collection].map((call) => {
    return { target: call.target, callData: call.calldata, allowFailure: true };
  });
  const { data = "0x" } = await chainClient(chainId).call({
    account: submitter,
    to: submitter,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] }),
    gas: gasCap * 4n,
    stateOverride: [{ address: submitter, code }],
    ...at(blockNumber),
  });
  const [deployed, collected] = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  if (deployed?.success !== true) return { kind: "not_deployed" };
  if (collected?.success === true) return { kind: "collected" };
  const { returnData = "0x" } = collected ?? {};
  return { kind: "refused", received: receivedIn(returnData), reason: describeContractError(returnData) };
}

async function simulateDeployment(
  simulation: CollectionSimulation,
  deployment: ContractCall,
): Promise<SimulatedCollection> {
  const { kind } = await simulateCall(simulation, deployment);
  return kind === "collected" ? { kind: "refused", received: null, reason: null } : { kind: "not_deployed" };
}

function at(blockNumber: bigint | undefined): { blockNumber?: bigint } {
  return blockNumber === undefined ? {} : { blockNumber };
}

/** The amount in the router's WrongAmountReceived, as from a token that keeps an unannounced fee; null for another error. */
function receivedIn(data: Hex | undefined): AtomicAmount | null {
  if (data === undefined) return null;
  try {
    const error = decodeErrorResult({ abi: paymentRouterAbi, data });
    return error.errorName === "WrongAmountReceived" ? error.args[0] : null;
  } catch {
    return null;
  }
}
