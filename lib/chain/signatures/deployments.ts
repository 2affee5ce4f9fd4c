import { decodeAbiParameters, encodeFunctionData, type Hex, isErc6492Signature, multicall3Abi } from "viem";
import { multicall3Address } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";

/** A contract call that sends no native coin. */
export type ContractCall = { target: Address; calldata: Hex };

/** The deployment of a wallet that does not exist yet (ERC-6492). The buyer chooses both fields: see `deployCall`. */
export type Deployment = { factory: Address; factoryData: Hex };

/** A signature without its ERC-6492 wrapper, and the deployment that the wrapper describes. */
export type UnwrappedSignature = { signature: Hex; deployment: Deployment | null };

const wrapper = [{ type: "address" }, { type: "bytes" }, { type: "bytes" }] as const;

/** Removes the ERC-6492 wrapper of an undeployed wallet's signature. @returns null when the wrapper can't be read. */
export function unwrapSignature(signature: Hex): UnwrappedSignature | null {
  if (!isErc6492Signature(signature)) return { signature, deployment: null };
  try {
    const [factory, factoryData, inner] = decodeAbiParameters(wrapper, signature);
    return { signature: inner, deployment: { factory, factoryData } };
  } catch {
    return null;
  }
}

/**
 * Returns the call that deploys a buyer's wallet: a call of Multicall3, which then calls the factory.
 *
 * Never call the factory from a relayer wallet. The confirming client chooses factory and calldata, and the factory sees its
 * caller as `msg.sender`. Called by the treasury, `factory = USDC, calldata = transfer(thief, everything)` would empty the
 * treasury, and `approve` would let the thief do it later. Multicall3 owns nothing and has no allowances, so a hostile
 * factory costs only gas, which `deploymentGasCap` limits. The factory still sees the treasury as `tx.origin`, which no
 * supported token uses for authorization.
 */
export function deployCall({ factory, factoryData }: Deployment): ContractCall {
  const calls = [{ target: factory, allowFailure: false, callData: factoryData }];
  const calldata = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { target: multicall3Address, calldata };
}
