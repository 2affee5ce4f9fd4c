import type { Hex, Transaction } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { selectProven } from "#lib/chain/proven-blocks.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";

/**
 * Reads a transaction of a final block and its receipt. The block has to be proven as those of the relay's
 * own transactions are (see {@link selectProven}): a search found it on one node, which may follow a fork.
 * @throws Error when the node fails or lacks one of them, which proves nothing, and while the block isn't proven.
 */
export async function readExecution(chainId: number, hash: Hex): Promise<{ execution: Execution; sent: Transaction }> {
  const client = chainClient(chainId);
  const [sent, receipt] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]);
  const proven = await selectProven(chainId, [receipt], (one) => one);
  if (proven.length === 0) {
    throw new Error(
      `the nodes of chain ${chainId} don't show yet that block ${receipt.blockNumber} of ${hash} is final`,
    );
  }
  return { execution: { receipt, nonce: BigInt(sent.nonce) }, sent };
}
