import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { clock } from "#lib/core/clock.ts";

/**
 * Returns the number of a block from before a time, with a wide margin for blocks that come faster than
 * usual; 0 where the chain is younger. Asks the node for its head. @throws Error when the node fails.
 */
export async function readBlockBefore(chainId: number, time: Date): Promise<bigint> {
  const { blockTimeMs } = getChain(chainId);
  const ageMs = Math.max(0, clock.now().getTime() - time.getTime());
  const blocks = BigInt(Math.ceil((2 * ageMs) / blockTimeMs)) + 1_000n;
  const head = await chainClient(chainId).getBlockNumber();
  return head > blocks ? head - blocks : 0n;
}
