import type { Address, Hex, TransactionReceipt } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

/** The transaction of a wallet that has a nonce, in a block of the chain. */
export type NonceUser = { hash: Hex; to: Address | null; input: Hex; nonce: bigint; receipt: TransactionReceipt };

/**
 * Finds who used up a nonce: the block in which the wallet's count passed it, by halving, and in it the transaction. Asks
 * for old states, about twenty of them, and one whole block.
 * @param settled a block that is final, by which the nonce is used up.
 * @returns null when the block does not show it, as when nodes contradict each other.
 * @throws Error when the node fails, or keeps no states that old.
 */
export async function findNonceUser(
  { chainId, wallet, nonce }: Pick<RelayTransaction, "chainId" | "wallet" | "nonce">,
  settled: bigint,
): Promise<NonceUser | null> {
  if (nonce === null) return null;
  const client = chainClient(chainId);
  const countAt = async (blockNumber: bigint) =>
    BigInt(await client.getTransactionCount({ address: wallet, blockNumber }));
  let above = settled;
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
  const user = block.transactions.find(
    (one) => BigInt(one.nonce) === nonce && one.from.toLowerCase() === wallet.toLowerCase(),
  );
  if (user === undefined) return null;
  const receipt = await client.getTransactionReceipt({ hash: user.hash });
  if (receipt.blockHash !== block.hash) return null;
  return { hash: user.hash, to: user.to, input: user.input, nonce, receipt };
}
