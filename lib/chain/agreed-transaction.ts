import type { Hex, PublicClient, Transaction, TransactionReceipt } from "viem";
import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";

/** A final transaction that all configured nodes of its chain show alike. */
export type AgreedTransaction = {
  sent: Transaction;
  receipt: TransactionReceipt;
  /** The nodes that show it, for the operator. */
  shownBy: string;
};

/**
 * Reads a transaction that an operator names: every configured node has to show the same call, receipt and
 * block, in a final block.
 * @throws Error with the reason, for the operator.
 */
export async function readAgreedTransaction(chainId: number, hash: Hex): Promise<AgreedTransaction> {
  const nodes = nodeClients(chainId);
  const answers = await Promise.all(nodes.map((client, index) => readFromNode(client, { chainId, hash, index })));
  const [first] = answers;
  if (first === undefined) throw new Error(`Chain ${chainId} has no nodes.`);
  if (answers.some((each) => contentOf(each) !== contentOf(first))) {
    throw new Error(`The nodes of chain ${chainId} show different receipts of ${hash}: find out which one is wrong.`);
  }
  const finalBlock = await readFinalBlock(chainId);
  const { blockNumber } = first.receipt;
  if (blockNumber > finalBlock) {
    throw new Error(`${hash} isn't final: it is in block ${blockNumber}, and ${finalBlock} is the newest final one.`);
  }
  return {
    ...first,
    shownBy: `shown by ${nodes.length === 1 ? "the only node" : `all ${nodes.length} nodes`} of the chain`,
  };
}

type Shown = Omit<AgreedTransaction, "shownBy">;

/** Reads a transaction from one node, and that the node has its block in its chain. */
async function readFromNode(
  client: PublicClient,
  { chainId, hash, index }: { chainId: number; hash: Hex; index: number },
): Promise<Shown> {
  const node = `Node ${index + 1} of RPC_URLS_${chainId}`;
  const [sent, receipt] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
  ]).catch(() => {
    throw new Error(`${node} doesn't show ${hash}: every node must, so leave out one that is wrong and try again.`);
  });
  const block = await client.getBlock({ blockNumber: receipt.blockNumber });
  if (block.hash !== receipt.blockHash) throw new Error(`${node} shows ${hash} in a block that isn't in its chain.`);
  return { sent, receipt };
}

/** All that a caller may take from a node. */
function contentOf({ sent, receipt }: Shown): string {
  const { transactionHash, blockNumber, blockHash, status, logs } = receipt;
  const events = logs.map(({ address, topics, data, logIndex }) => [address.toLowerCase(), topics, data, logIndex]);
  const call = [sent.to?.toLowerCase(), sent.input, String(sent.nonce)];
  return JSON.stringify([...call, transactionHash, String(blockNumber), blockHash, status, events]);
}
