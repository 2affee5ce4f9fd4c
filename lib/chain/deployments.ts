import { decodeAbiParameters, encodeFunctionData, type Hex, isErc6492Signature, multicall3Abi } from "viem";
import { multicall3Address } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";

/** A call of a contract without any native coin. */
export type ContractCall = { target: Address; calldata: Hex };

/** How a wallet that does not exist yet is made (ERC-6492). Both are the buyer's choice: see `deployCall`. */
export type Deployment = { factory: Address; factoryData: Hex };

/** A signature without its ERC-6492 wrapper, and what the wrapper says. */
export type UnwrappedSignature = { signature: Hex; deployment: Deployment | null };

const wrapper = [{ type: "address" }, { type: "bytes" }, { type: "bytes" }] as const;

/** Takes off the wrapper of a counterfactual wallet's signature. @returns null when the wrapper can't be read. */
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
 * The call that makes a buyer's wallet: of Multicall3, which then calls the factory.
 *
 * Never call the factory from a wallet of ours. Factory and calldata come from whoever confirms, and the factory sees
 * as `msg.sender` whoever calls it. From the treasury, `factory = USDC, calldata = transfer(thief, everything)` would
 * empty the treasury, and `approve` would do so later. Multicall3 owns nothing and nobody allows it anything, so that
 * what it can be made to do harms nobody but the caller, who pays for gas; hence `gasCap`. What is called
 * still sees the treasury's address as `tx.origin`, which no token that we collect lets anything depend on.
 */
export function deployCall({ factory, factoryData }: Deployment): ContractCall {
  const calls = [{ target: factory, allowFailure: false, callData: factoryData }];
  const calldata = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { target: multicall3Address, calldata };
}
