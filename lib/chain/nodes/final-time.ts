import { askTwo } from "#lib/chain/nodes/ask-nodes.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";

/** A final block, and its time in Unix seconds. */
export type FinalTime = { blockNumber: bigint; time: bigint };

/**
 * Reads the newest final block, or the given one, and its time: the earlier one of what the first two nodes
 * that answer show, where the chain has two. Nothing whose signature expires before it can be executed after
 * that.
 * @throws Error when fewer than two nodes answer, or the only one fails or lags behind.
 */
export async function readFinalTime(chainId: number, finalBlock?: bigint): Promise<FinalTime> {
  const blockNumber = finalBlock ?? (await readFinalBlock(chainId));
  const blocks = await askTwo(chainId, (client) => client.getBlock({ blockNumber }));
  const times = blocks.map(({ timestamp }) => timestamp);
  return { blockNumber, time: times.toSorted((a, b) => Number(a - b))[0] ?? 0n };
}
