import { newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";

/** The newest block that is final by now; the first on a chain that has none yet. @throws Error when the node does not say. */
export async function readFinalBlock(chainId: number): Promise<bigint> {
  const settled = newestFinalBlock(chainId, await chainClient(chainId).getBlockNumber());
  return settled < 0n ? 0n : settled;
}
