import type { Hash } from "viem";
import { type FinalityTag, getChain } from "#lib/chain/chains.ts";
import { chainClient, quickNodeClients } from "#lib/chain/nodes/clients.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** A block that nodes have tagged. */
type TaggedBlock = { number: bigint; hash: Hash };

/** The newest block of each chain on whose tag two nodes have agreed. */
const agreed = processSingleton("agreed-final-blocks", () => new Map<number, TaggedBlock>());

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
    return lower(highest.number, byDepth);
  }
  // A node that lags behind doesn't take back what two nodes have agreed on.
  const before = agreed().get(chainId);
  const newest = before === undefined || second.number >= before.number ? second : before;
  agreed().set(chainId, newest);
  return lower(newest.number, head);
}

/**
 * Returns the block that a node has to show to prove that its block `number`, which is final, is in the
 * chain: the one whose tag two nodes agreed on, or else the last of the confirmations, whose hash can be any.
 */
export function proofOfFinality(chainId: number, number: bigint): { number: bigint; hash: Hash | null } {
  const tagged = agreed().get(chainId);
  if (tagged !== undefined && number <= tagged.number) return tagged;
  return { number: number + BigInt(getChain(chainId).confirmations) - 1n, hash: null };
}

/** The tagged blocks that the chain's nodes show, highest first. */
async function readTagged(chainId: number, blockTag: FinalityTag): Promise<TaggedBlock[]> {
  const shown = await Promise.allSettled(quickNodeClients(chainId).map((client) => client.getBlock({ blockTag })));
  return shown
    .flatMap((one) => (one.status === "fulfilled" ? [{ number: one.value.number, hash: one.value.hash }] : []))
    .toSorted((a, b) => Number(b.number - a.number));
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
