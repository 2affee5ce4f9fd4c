import { BaseError, HttpRequestError, TimeoutError } from "viem";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The blocks of one query at first. Providers allow between ten and unlimited. */
const mostBlocks = 20_000n;

const allowed = processSingleton("log-range", () => new Map<number, bigint>());

/**
 * Reads logs of a range of blocks, both ends included, in queries as large as the chain's node allows: half as large after
 * each refusal, and twice as large after an answer.
 * @param read one query by address and indexed topics.
 * @throws Error when a node does not answer, or refuses a single block.
 */
export async function readLogs<T>(
  chainId: number,
  { from, to }: { from: bigint; to: bigint },
  read: (range: { fromBlock: bigint; toBlock: bigint }) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  let fromBlock = from;
  while (fromBlock <= to) {
    const size = allowed().get(chainId) ?? mostBlocks;
    const end = fromBlock + size - 1n;
    const toBlock = end < to ? end : to;
    try {
      found.push(...(await read({ fromBlock, toBlock })));
      allowed().set(chainId, size * 2n < mostBlocks ? size * 2n : mostBlocks);
      fromBlock = toBlock + 1n;
    } catch (error) {
      if (size === 1n || !isRefusal(error)) throw error;
      allowed().set(chainId, size / 2n);
    }
  }
  return found;
}

/** A node's own error, rather than none at all. Nodes share no error code for a range that is too large. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof TimeoutError) !== null) return false;
  const http = error.walk((cause) => cause instanceof HttpRequestError);
  // Some providers refuse a range with 400 or 413.
  return !(http instanceof HttpRequestError) || http.status === 400 || http.status === 413;
}
