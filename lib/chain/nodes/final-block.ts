import { newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";

/** Reads the number of the newest final block; 0 on a chain that has none yet. @throws Error when the node fails. */
export async function readFinalBlock(chainId: number): Promise<bigint> {
  const finalBlock = newestFinalBlock(chainId, await chainClient(chainId).getBlockNumber());
  return finalBlock < 0n ? 0n : finalBlock;
}
