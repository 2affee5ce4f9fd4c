import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";

/**
 * Reads the time of the newest final block, in Unix seconds: the earlier one of what two nodes show, where the chain has two.
 * Nothing whose signature expires before it can be executed after that.
 * @throws Error when a node fails or lags behind.
 */
export async function readFinalTime(chainId: number): Promise<bigint> {
  const blockNumber = await readFinalBlock(chainId);
  const blocks = await Promise.all(
    nodeClients(chainId)
      .slice(0, 2)
      .map((client) => client.getBlock({ blockNumber })),
  );
  const times = blocks.map(({ timestamp }) => timestamp);
  return times.toSorted((a, b) => Number(a - b))[0] ?? 0n;
}
