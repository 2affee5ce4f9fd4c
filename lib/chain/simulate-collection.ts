import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";
import { findMulticall3 } from "#lib/chain/capabilities.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { gasCap } from "#lib/chain/gas-cap.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import type { ContractCall } from "#lib/chain/signatures/deployments.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

export type CollectionSimulation = {
  chainId: number;
  treasury: Address;
  token: Address;
  /** Executed first, for a wallet that does not exist yet. */
  deployment: ContractCall | null;
  collection: ContractCall;
  /** The state to simulate on; a node that has not reached it fails. The node's newest when left out. */
  blockNumber?: bigint | undefined;
};

/** The outcome of a simulation. `arrived` is null where it could not be measured. */
export type SimulatedCollection = { isDeployed: boolean; isCollected: boolean; arrived: AtomicAmount | null };

/**
 * Simulates a collection from the treasury and measures the amount that would arrive, because a token may keep an unannounced
 * fee. One `eth_call` overrides the treasury's code with Multicall3's, so that deployment, balance, collection and balance run
 * in a row, all from the treasury. Where the node or chain can't do that, the first call is simulated alone.
 * @throws Error when the node fails.
 */
export async function simulateCollection(simulation: CollectionSimulation): Promise<SimulatedCollection> {
  const code = await findMulticall3(simulation.chainId);
  if (code === null) return simulateAlone(simulation);
  try {
    return await measure(simulation, code);
  } catch (error) {
    if (revertReason(error) !== null) return { isDeployed: false, isCollected: false, arrived: null };
    return simulateAlone(simulation);
  }
}

async function measure(simulation: CollectionSimulation, code: Hex): Promise<SimulatedCollection> {
  const { chainId, treasury, token, deployment, collection, blockNumber } = simulation;
  const calldata = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [treasury] });
  const balance = { target: token, calldata };
  const calls = [...(deployment === null ? [] : [deployment]), balance, collection, balance];
  const args = [calls.map((call) => ({ target: call.target, callData: call.calldata, allowFailure: true }))] as const;
  const { data = "0x" } = await chainClient(chainId).call({
    to: treasury,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args }),
    gas: gasCap * 4n,
    stateOverride: [{ address: treasury, code }],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  const [before, collected, after] = results.slice(-3);
  const isMeasured = before?.success === true && after?.success === true;
  return {
    isDeployed: deployment === null || results[0]?.success === true,
    isCollected: collected?.success === true,
    arrived: isMeasured ? BigInt(after.returnData) - BigInt(before.returnData) : null,
  };
}

async function simulateAlone({
  chainId,
  treasury,
  deployment,
  collection,
  blockNumber,
}: CollectionSimulation): Promise<SimulatedCollection> {
  const { target: to, calldata: data } = deployment ?? collection;
  try {
    const at = blockNumber === undefined ? {} : { blockNumber };
    await chainClient(chainId).call({ account: treasury, to, data, gas: gasCap, ...at });
    return { isDeployed: true, isCollected: deployment === null, arrived: null };
  } catch (error) {
    if (revertReason(error) === null) throw error;
    return { isDeployed: deployment === null, isCollected: false, arrived: null };
  }
}
