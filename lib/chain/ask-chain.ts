import { withinTime } from "#lib/chain/within-time.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** A slow node delays a buyer by no more than this. */
const buyersMs = 2_000;
/** A chain that failed is not asked again for so long. */
const restMs = 5_000;

/** Until when, on the process's own clock, each chain that failed is left alone. */
const resting = processSingleton("chain-resting", () => new Map<number, number>());

/** The chain failed a moment ago, which was reported then, and was not asked. */
export class ChainResting extends Error {
  override readonly name = "ChainResting";
}

/**
 * Asks a chain for what has to come soon or not at all. What takes longer counts as failed, though it goes on
 * behind the scenes. A chain that failed is left alone for 5 s: who asks it then fails at once. After that the first who
 * asks finds out for all others, who go on failing at once until the chain has answered.
 * @param limitMs how long it may take; 2 s, for a buyer who waits, when left out.
 * @throws whatever `work` throws; Error when it takes too long or the chain rests.
 */
export async function askChain<T>(chainId: number, work: () => Promise<T>, limitMs = buyersMs): Promise<T> {
  const startedAt = performance.now();
  const until = resting().get(chainId);
  if (until !== undefined) {
    if (startedAt < until) throw new ChainResting(`chain ${chainId} failed a moment ago`);
    resting().set(chainId, startedAt + limitMs);
  }
  try {
    const answer = await withinTime(chainId, limitMs, work());
    resting().delete(chainId);
    return answer;
  } catch (error) {
    resting().set(chainId, performance.now() + restMs);
    throw error;
  }
}
