import { type Hex, isAddressEqual, type PublicClient, type TransactionReceipt } from "viem";
import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import {
  describeDuplicate,
  recoverCollection,
  type UnknownCollection,
} from "#lib/domain/payments/recovery/recover-collection.ts";

/**
 * Records a payment or refund that a transaction has paid although the database has it as ended, which `payment_lost` reports.
 * Nodes have contradicted each other by then, so every configured node has to show the same transaction in a final block. Safe
 * to repeat.
 * @returns the outcome, for the operator.
 * @throws Error with the reason, for the operator; then nothing is changed.
 */
export async function recoverPaid(chainId: number, hash: Hex): Promise<string> {
  const nodes = nodeClients(chainId);
  const answers = await Promise.all(nodes.map((client, index) => readCollection(client, { chainId, hash, index })));
  const [first] = answers;
  if (first === undefined) throw new Error(`Chain ${chainId} has no nodes.`);
  if (answers.some((each) => shownBy(each) !== shownBy(first))) {
    throw new Error(`The nodes of chain ${chainId} show different receipts of ${hash}: find out which one is wrong.`);
  }
  const finalBlock = await readFinalBlock(chainId);
  const { receipt } = first;
  if (receipt.blockNumber > finalBlock) {
    throw new Error(
      `${hash} isn't final: it is in block ${receipt.blockNumber}, and ${finalBlock} is the newest final one.`,
    );
  }
  const recovered = await recoverCollection(first);
  const shown = `shown by ${nodes.length === 1 ? "the only node" : `all ${nodes.length} nodes`} of the chain`;
  if (recovered === null) {
    throw new Error("Another transaction is paying it at the moment: run this again when that one has ended.");
  }
  if (recovered.kind === "lost") throw new Error(`${hash} can't be recorded: ${recovered.detail}`);
  if (recovered.kind === "duplicate") return `${recovered.paymentId}: ${describeDuplicate(recovered)}`;
  const subject = recovered.refundId ?? recovered.paymentId;
  return recovered.kind === "recovered"
    ? `${subject} has succeeded by ${hash}, ${shown}`
    : `${subject} had that transaction already; nothing was changed`;
}

/** Reads a router's call from one node, and that the node has its block in its chain. */
async function readCollection(
  client: PublicClient,
  { chainId, hash, index }: { chainId: number; hash: Hex; index: number },
): Promise<UnknownCollection> {
  const node = `Node ${index + 1} of RPC_URLS_${chainId}`;
  const [sent, receipt] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
  ]).catch(() => {
    throw new Error(`${node} doesn't show ${hash}: every node must, so leave out one that is wrong and try again.`);
  });
  const block = await client.getBlock({ blockNumber: receipt.blockNumber });
  if (block.hash !== receipt.blockHash) throw new Error(`${node} shows ${hash} in a block that isn't in its chain.`);
  const router = knownRouters(chainId).find((each) => sent.to !== null && isAddressEqual(each, sent.to));
  if (router === undefined || receipt.status !== "success") {
    throw new Error(`${hash} isn't a successful call of a payment router of chain ${chainId}.`);
  }
  return { chainId, router, input: sent.input, nonce: BigInt(sent.nonce), receipt };
}

/** All that a recovery takes from a node. */
function shownBy({ router, input, nonce, receipt }: UnknownCollection): string {
  const { transactionHash, blockNumber, blockHash, logs }: TransactionReceipt = receipt;
  const events = logs.map(({ address, topics, data, logIndex }) => [address.toLowerCase(), topics, data, logIndex]);
  return JSON.stringify([router, input, String(nonce), transactionHash, String(blockNumber), blockHash, events]);
}
