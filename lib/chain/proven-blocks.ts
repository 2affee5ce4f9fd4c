import type { Hex, PublicClient, TransactionReceipt } from "viem";
import { askEach } from "#lib/chain/nodes/ask-nodes.ts";
import { proofOfFinality } from "#lib/chain/nodes/final-block.ts";
import { readBlockHashes } from "#lib/chain/relay/watching/receipts.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/**
 * Selects the ones whose receipts are proven to be final. A receipt counts only while one node shows its
 * block in the chain, and the block that makes it final: what several nodes show may be of different chains,
 * and a head alone is only a number. It doesn't count while another node shows another block at its height,
 * which raises an alarm. Asks each node once.
 * @param candidates their receipts are in blocks that one node calls final.
 */
export async function selectProven<T>(
  chainId: number,
  candidates: readonly T[],
  receiptOf: (candidate: T) => Pick<TransactionReceipt, "blockNumber" | "blockHash">,
): Promise<T[]> {
  if (candidates.length === 0) return [];
  const asked = candidates.map((candidate) => {
    const { blockNumber, blockHash } = receiptOf(candidate);
    return { candidate, blockNumber, blockHash, proof: proofOfFinality(chainId, blockNumber) };
  });
  const numbers = new Set(asked.flatMap(({ blockNumber, proof }) => [blockNumber, proof.number]));
  const nodes = await askEach(chainId, (client) => readShownHashes(client, numbers));
  const proven = asked.filter(({ blockNumber, blockHash, proof }) => {
    const shown = nodes.filter((hashes) => hashes.has(blockNumber));
    const others = shown.filter((hashes) => hashes.get(blockNumber) !== blockHash);
    const isProven = shown.some((hashes) => {
      const last = hashes.get(proof.number);
      return !others.includes(hashes) && last !== undefined && last === (proof.hash ?? last);
    });
    if (!isProven || others.length === 0) return isProven;
    const facts = { chainId, block: blockNumber, hashes: shown.map((hashes) => hashes.get(blockNumber)) };
    raiseAlarm("nodes_disagree", String(chainId), facts, "nodes of a chain show different blocks");
    return false;
  });
  return proven.map(({ candidate }) => candidate);
}

async function readShownHashes(client: PublicClient, numbers: Iterable<bigint>): Promise<ReadonlyMap<bigint, Hex>> {
  const hashes = await readBlockHashes(client, numbers);
  if (hashes.size === 0) throw new Error("the node shows none of the blocks");
  return hashes;
}
