import type { Hex, Transaction } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";

/**
 * Reads a mined transaction and its receipt.
 * @throws Error when the node fails or lacks one of them, which proves nothing.
 */
export async function readExecution(chainId: number, hash: Hex): Promise<{ execution: Execution; sent: Transaction }> {
  const client = chainClient(chainId);
  const [sent, receipt] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]);
  return { execution: { receipt, nonce: BigInt(sent.nonce) }, sent };
}
