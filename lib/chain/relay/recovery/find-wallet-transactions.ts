import { largeAnswerClient } from "#lib/chain/nodes/clients.ts";
import type { WalletTransaction } from "#lib/chain/relay/attribution.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { log } from "#lib/log/log.ts";

const atOnce = 20;
/** A search that goes farther back than a worker's says how far it has come. */
const reportEvery = 10_000;

/**
 * Finds the transactions that used a wallet's nonces by reading whole blocks backwards from a final one. Needs no old state,
 * which many nodes don't keep. Stops at the first block that holds a transaction below the nonces, because a wallet's nonces
 * are in order.
 * @param nonces in ascending order.
 * @param maxBlocks the most blocks to read.
 * @returns the found ones; nonces are missing when the blocks were not enough.
 * @throws Error when the node fails.
 */
export async function findWalletTransactions(
  { chainId, wallet }: RelayQueue,
  nonces: readonly bigint[],
  finalBlock: bigint,
  maxBlocks: number,
): Promise<WalletTransaction[]> {
  const client = largeAnswerClient(chainId);
  const missing = new Set(nonces);
  const [lowest = 0n] = nonces;
  const found: WalletTransaction[] = [];
  let isBelow = false;
  for (let read = 0; read < maxBlocks && missing.size > 0 && !isBelow; read += atOnce) {
    if (read > 0 && read % reportEvery === 0) {
      const facts = { chainId, wallet, block: finalBlock - BigInt(read), missing: missing.size };
      log().info(facts, "blocks are read for a wallet's transactions");
    }
    const numbers = Array.from({ length: atOnce }, (_, index) => finalBlock - BigInt(read + index)).filter(
      (n) => n >= 0n,
    );
    if (numbers.length === 0) break;
    const blocks = await Promise.all(
      numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    );
    for (const { transactions, number } of blocks) {
      for (const { from, hash, to, input, value, nonce: count } of transactions) {
        if (from.toLowerCase() !== wallet.toLowerCase()) continue;
        const nonce = BigInt(count);
        if (missing.delete(nonce)) found.push({ hash, to, input, value, nonce, blockNumber: number });
        isBelow ||= nonce < lowest;
      }
    }
  }
  return found.toSorted((a, b) => Number(a.nonce - b.nonce));
}
