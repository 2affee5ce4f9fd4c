import { encodeFunctionData, hexToBigInt, parseAbi, slice } from "viem";
import { hasParentChainGas } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

/** Answered by Arbitrum's nodes themselves; see "NodeInterface" in its documentation. */
const nodeInterface = "0x00000000000000000000000000000000000000C8";
const abi = parseAbi([
  "function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)",
]);

/**
 * Reads the part of a transaction's gas that pays the parent chain for its bytes at the parent chain's present price. It may
 * double within minutes, and says nothing about the work that the call does.
 * @returns 0 on other chains, and on a local chain in place of one that has this part.
 * @throws Error when the node fails.
 */
export async function readParentChainGas({
  chainId,
  target,
  calldata,
}: Pick<RelayTransaction, "chainId" | "target" | "calldata">): Promise<bigint> {
  if (!hasParentChainGas(chainId)) return 0n;
  const functionName = "gasEstimateL1Component";
  const data = encodeFunctionData({ abi, functionName, args: [target, false, calldata] });
  const answer = await chainClient(chainId).call({ to: nodeInterface, data });
  return answer.data === undefined ? 0n : hexToBigInt(slice(answer.data, 0, 32));
}
