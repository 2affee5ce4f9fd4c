import type { Collectable } from "#lib/chain/collectable.ts";
import { askTwo } from "#lib/chain/nodes/ask-nodes.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";

/** Whether a call that works once has been used up, and whether that is final. */
export type NonceState = "unused" | "used" | "final";

/** The reason of a payment's failure, for operators. */
export const usedNonceReason = "its signed nonce was used by another transaction";

/**
 * Reads whether a collection has been used up, by its contract or by anything else, which may leave no log: then the call collects
 * nothing. That is final if it is used up both at the newest final block, as the first two nodes that answer say where there are
 * two, and at the head, each asked by number, for which a node that lags behind has no answer. Nodes that keep no state of the final
 * block never make it final; then a payment ends when its signature expires.
 * @param at the newest block, and the newest final one.
 * @throws Error when the node fails at its newest block.
 */
export async function readNonceState(
  collectable: Collectable,
  { head, finalBlock }: { head: bigint; finalBlock: bigint },
): Promise<NonceState> {
  const { chainId } = collectable;
  if (!(await collectable.isUsed(chainClient(chainId)))) return "unused";
  if (finalBlock < 0n) return "used";
  const reads = [
    collectable.isUsed(chainClient(chainId), head).then((used) => [used]),
    askTwo(chainId, (node) => collectable.isUsed(node, finalBlock)),
  ];
  const states = await Promise.all(reads.map((read) => read.catch(() => [false])));
  return states.flat().every((used) => used) ? "final" : "used";
}
