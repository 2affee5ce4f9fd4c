import { BaseError, BlockNotFoundError, HttpRequestError, TimeoutError } from "viem";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The blocks of one query at first. Providers allow between ten and unlimited. */
const mostBlocks = 20_000n;
/** A refused range is not tried again for this long, because most providers' limits don't change. */
const refusedForMs = 600_000;

/** The blocks of a chain's next query, and the smallest range that its node refused, until a moment of the process's clock. */
type Width = { blocks: bigint; refused: bigint | null; refusedUntilMs: number };

const widths = processSingleton("log-range", () => new Map<number, Width>());

/**
 * Reads logs of a range of blocks, both ends included, in queries as large as the chain's node allows: half as large after
 * each refusal, and twice as large after an answer, but for ten minutes not as large as one that was refused.
 *
 * The logs that it returns are what one node shows, and prove nothing about those that it doesn't return: a
 * node whose index lags or is pruned answers with none and has every block. So a caller may count what is
 * found, and must not conclude from what isn't. Each query asks for its last block too, in the same batch of
 * calls, so that a node that lacks the block fails instead of being believed; whether it has the blocks
 * before it, or their logs, isn't checked.
 * @param node shows blocks; `read` asks the same one.
 * @param read one query by address and indexed topics.
 * @throws Error when a node does not answer, limits the rate of requests, lacks a block, or refuses a single block.
 */
export async function readLogs<T>(
  node: { getBlock(block: { blockNumber: bigint }): Promise<unknown> },
  chainId: number,
  { from, to }: { from: bigint; to: bigint },
  read: (range: { fromBlock: bigint; toBlock: bigint }) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  let fromBlock = from;
  while (fromBlock <= to) {
    const { blocks } = widthOf(chainId);
    const end = fromBlock + blocks - 1n;
    const toBlock = end < to ? end : to;
    const asked = toBlock - fromBlock + 1n;
    try {
      const [logs] = await Promise.all([read({ fromBlock, toBlock }), node.getBlock({ blockNumber: toBlock })]);
      found.push(...logs);
      if (asked === blocks) grow(chainId);
      fromBlock = toBlock + 1n;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (asked === 1n) {
        widths().delete(chainId);
        throw error;
      }
      shrink(chainId, asked);
    }
  }
  return found;
}

function widthOf(chainId: number): Width {
  return widths().get(chainId) ?? { blocks: mostBlocks, refused: null, refusedUntilMs: 0 };
}

function grow(chainId: number): void {
  const width = widthOf(chainId);
  const isForgotten = performance.now() >= width.refusedUntilMs;
  const refused = isForgotten ? null : width.refused;
  const doubled = width.blocks * 2n < mostBlocks ? width.blocks * 2n : mostBlocks;
  const blocks = refused !== null && doubled >= refused ? width.blocks : doubled;
  widths().set(chainId, { ...width, blocks, refused });
}

function shrink(chainId: number, refused: bigint): void {
  widths().set(chainId, { blocks: refused / 2n, refused, refusedUntilMs: performance.now() + refusedForMs });
}

/** Providers report a request too many by HTTP 429 or by an error of their own. */
const rateLimit =
  /too many requests|rate.?limit|request limit|requests? per|per second|rps limit|throughput|compute units|request count exceeded|credits|quota/i;
/** A block that the node lacks, because it lags behind or keeps no old ones. A smaller range doesn't help. */
const missingBlock =
  /header not found|unknown block|block not found|could not be found|cannot be found|not available|beyond (the )?(current )?head|future block|after last accepted|pruned|missing trie node/i;

/**
 * A node's own error about a range, rather than none at all, a limit of requests or a missing block. Nodes share no error code
 * for a range that is too large, so an error that isn't recognized counts as one: halving it costs a few queries.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError) || error instanceof BlockNotFoundError) return false;
  if (error.walk((cause) => cause instanceof TimeoutError) !== null) return false;
  if (rateLimit.test(error.details) || missingBlock.test(error.details)) return false;
  const http = error.walk((cause) => cause instanceof HttpRequestError);
  // Some providers refuse a range with 400 or 413.
  return !(http instanceof HttpRequestError) || http.status === 400 || http.status === 413;
}
