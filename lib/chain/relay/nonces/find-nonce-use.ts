import type { Address, Hex, TransactionReceipt } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

/** The mined transaction of a wallet that used a nonce. */
export type NonceUse = { hash: Hex; to: Address | null; input: Hex; nonce: bigint; receipt: TransactionReceipt };

/**
 * Finds the transaction that used a nonce: searches by bisection for the block in which the wallet's count passed it, then
 * reads that block. Asks the node for about twenty old states and one whole block.
 * @param finalBlock a final block by which the nonce has been used.
 * @returns null when that block does not show it, as when nodes contradict each other.
 * @throws Error when the node fails, or keeps no states that old.
 */
export async function findNonceUse(
  { chainId, wallet, nonce }: Pick<RelayTransaction, "chainId" | "wallet" | "nonce">,
  finalBlock: bigint,
): Promise<NonceUse | null> {
  if (nonce === null) return null;
  const client = chainClient(chainId);
  const countAt = async (blockNumber: bigint) =>
    BigInt(await client.getTransactionCount({ address: wallet, blockNumber }));
  let above = finalBlock;
  if ((await countAt(above)) <= nonce) return null;
  let below = above;
  for (let step = 1n; below > 0n && (await countAt(below)) > nonce; step *= 2n) {
    above = below;
    below = below > step ? below - step : 0n;
  }
  while (above - below > 1n) {
    const middle = (above + below) / 2n;
    if ((await countAt(middle)) > nonce) above = middle;
    else below = middle;
  }
  const block = await client.getBlock({ blockNumber: above, includeTransactions: true });
  const use = block.transactions.find(
    (one) => BigInt(one.nonce) === nonce && one.from.toLowerCase() === wallet.toLowerCase(),
  );
  if (use === undefined) return null;
  const receipt = await client.getTransactionReceipt({ hash: use.hash });
  if (receipt.blockHash !== block.hash) return null;
  return { hash: use.hash, to: use.to, input: use.input, nonce, receipt };
}
