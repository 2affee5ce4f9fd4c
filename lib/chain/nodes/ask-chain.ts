import { processSingleton } from "#lib/core/process-singleton.ts";
import { withinTimeout } from "#lib/core/within-timeout.ts";

/** The longest that a slow node may delay a buyer: two calls in a row of a node that takes 1.5 s for each, and some more. */
const buyerTimeoutMs = 4_000;
/** The rest of a chain after a failure. */
const restMs = 5_000;

/** Until when each chain that failed rests, by the process's own clock. */
const resting = processSingleton("chain-resting", () => new Map<number, number>());

/** The chain failed less than 5 s ago, which was reported then, so it was not asked. */
export class ChainResting extends Error {
  override readonly name = "ChainResting";
}

/**
 * Asks a chain for an answer that is needed soon or not at all. A timeout counts as a failure, though the call continues in
 * the background. After a failure the chain rests for 5 s, during which calls fail at once; then the first call tries again,
 * and the others keep failing at once until it has an answer.
 * @param timeoutMs 4 s, for a buyer who waits, when left out.
 * @throws the error of `work`; Error on a timeout; ChainResting while the chain rests.
 */
export async function askChain<T>(chainId: number, work: () => Promise<T>, timeoutMs = buyerTimeoutMs): Promise<T> {
  const startedAt = performance.now();
  const until = resting().get(chainId);
  if (until !== undefined) {
    if (startedAt < until) throw new ChainResting(`chain ${chainId} failed a moment ago`);
    resting().set(chainId, startedAt + timeoutMs);
  }
  try {
    const answer = await withTimeout(chainId, timeoutMs, work());
    resting().delete(chainId);
    return answer;
  } catch (error) {
    resting().set(chainId, performance.now() + restMs);
    throw error;
  }
}

/**
 * Awaits a chain's answer with a timeout. After the timeout the work continues in the background, and its result is ignored.
 * @throws the error of `work`; Error on a timeout.
 */
export function withTimeout<T>(chainId: number, timeoutMs: number, work: Promise<T>): Promise<T> {
  return withinTimeout(work, timeoutMs, `chain ${chainId} did not answer within ${timeoutMs} ms`);
}
