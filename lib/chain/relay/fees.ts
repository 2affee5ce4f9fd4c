import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";

/** Wei per gas. A legacy chain has one price and no priority fee. */
export type GasFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint | null };

/**
 * What a transaction should offer now: on EIP-1559 chains twice the base fee and the node's tip, so that six full
 * blocks in a row do not price it out; on legacy chains the node's price and a quarter. Asks the node twice at most.
 */
export async function currentFees(chainId: number): Promise<GasFees> {
  const client = chainClient(chainId);
  if (getChain(chainId).feeType === "legacy") {
    return { maxFeePerGas: ((await client.getGasPrice()) * 5n) / 4n, maxPriorityFeePerGas: null };
  }
  const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  return { maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + tip, maxPriorityFeePerGas: tip };
}
