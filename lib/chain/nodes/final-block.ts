import { type FinalityTag, getChain } from "#lib/chain/chains.ts";
import { chainClient, quickNodeClients } from "#lib/chain/nodes/clients.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The newest block of each chain on whose tag two nodes have agreed. */
const agreed = processSingleton("agreed-final-blocks", () => new Map<number, bigint>());

/**
 * Returns the number of the newest final block when `head` is the newest block; negative while the chain is too short. Asks no
 * node where the confirmations decide. Where a tag decides (`FINALITY_<chain id>`), a block counts as tagged when two nodes say
 * so. The tag of a single node can delay finality but not bring it forward: the confirmations apply too, counted from a head
 * whose block the node can show.
 * @throws Error when a tag decides and no node shows it.
 */
export async function newestFinalBlock(chainId: number, head: bigint): Promise<bigint> {
  const { confirmations, finalityTag } = getChain(chainId);
  const byDepth = head - BigInt(confirmations) + 1n;
  if (finalityTag === null) return byDepth;
  const [highest, second] = await readTagged(chainId, finalityTag);
  if (highest === undefined) throw new Error(`no node of chain ${chainId} shows its "${finalityTag}" block`);
  if (second === undefined) {
    await chainClient(chainId).getBlock({ blockNumber: head });
    return lower(highest, byDepth);
  }
  // A node that lags behind doesn't take back what two nodes have agreed on.
  const newest = [agreed().get(chainId) ?? 0n, second].reduce((a, b) => (a > b ? a : b));
  agreed().set(chainId, newest);
  return lower(newest, head);
}

/** The numbers of the tagged blocks that the chain's nodes show, highest first. */
async function readTagged(chainId: number, blockTag: FinalityTag): Promise<bigint[]> {
  const shown = await Promise.allSettled(quickNodeClients(chainId).map((client) => client.getBlock({ blockTag })));
  return shown
    .flatMap((one) => (one.status === "fulfilled" ? [one.value.number] : []))
    .toSorted((a, b) => Number(b - a));
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Reads the number of the newest final block; 0 on a chain that has none yet.
 * @param atLeast a block that the answer must include, because the caller has seen it final.
 * @throws Error when the node fails, or lags behind that block.
 */
export async function readFinalBlock(chainId: number, atLeast = 0n): Promise<bigint> {
  const finalBlock = await newestFinalBlock(chainId, await chainClient(chainId).getBlockNumber());
  if (finalBlock < atLeast) {
    throw new Error(`a node of chain ${chainId} lags behind: ${finalBlock} is its newest final block, not ${atLeast}`);
  }
  return finalBlock < 0n ? 0n : finalBlock;
}
