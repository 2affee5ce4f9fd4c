import {
  formatTransactionReceipt,
  type Hex,
  type RpcTransactionReceipt,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toHex,
} from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

/** What nodes say who don't have `eth_getBlockReceipts`; asked once a process. */
const withoutBlockReceipts = processSingleton("chain-without-block-receipts", () => new Set<number>());

/**
 * The receipts of transactions by their hashes, in one batch. What has none is missing in the answer, and so is what
 * the node gave an odd answer for: that is logged, and holds up none of the others.
 */
export async function readReceipts(chainId: number, hashes: readonly Hex[]): Promise<Map<Hex, TransactionReceipt>> {
  const found = await Promise.all(hashes.map((hash) => readReceipt(chainId, hash)));
  return new Map(found.flatMap((receipt) => (receipt === null ? [] : [[receipt.transactionHash, receipt]])));
}

async function readReceipt(chainId: number, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    const receipt = await chainClient(chainId).getTransactionReceipt({ hash });
    if (isSound(receipt) && receipt.transactionHash === hash) return receipt;
    log().warn({ chainId, hash }, "a node gave a receipt that is none");
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError)) log().warn({ err: error, chainId, hash }, "no receipt");
  }
  return null;
}

/**
 * All receipts of a block in one answer, where the chain's node can give it.
 * @returns null where it can't, or does not now: then they have to be asked for one by one.
 */
export async function findBlockReceipts(
  chainId: number,
  blockNumber: bigint,
): Promise<Map<Hex, TransactionReceipt> | null> {
  if (withoutBlockReceipts().has(chainId)) return null;
  try {
    const receipts: readonly RpcTransactionReceipt[] | null = await chainClient(chainId).request<{
      Parameters: [Hex];
      ReturnType: RpcTransactionReceipt[] | null;
    }>({ method: "eth_getBlockReceipts", params: [toHex(blockNumber)] });
    if (receipts === null) return null;
    const sound = receipts.map((receipt) => formatTransactionReceipt(receipt)).filter(isSound);
    return new Map(sound.map((receipt) => [receipt.transactionHash, receipt]));
  } catch (error) {
    if (isUnknownMethod(error)) withoutBlockReceipts().add(chainId);
    return null;
  }
}

/** The hashes of the chain's own blocks at these heights, in one batch; a height that the node does not show is missing. */
export async function readBlockHashes(chainId: number, numbers: Iterable<bigint>): Promise<Map<bigint, Hex>> {
  const client = chainClient(chainId);
  const found = await Promise.all(
    [...new Set(numbers)].map(async (blockNumber) => {
      const block = await client.getBlock({ blockNumber }).catch(() => null);
      return block?.number === blockNumber ? ([blockNumber, block.hash] as const) : null;
    }),
  );
  return new Map(found.filter((entry) => entry !== null));
}

/** A node's answer is only as good as its fields: one without a block, a status or a price is no receipt. */
function isSound(receipt: TransactionReceipt): boolean {
  const { transactionHash, blockHash, blockNumber, status, gasUsed, effectiveGasPrice, logs } = receipt;
  return (
    typeof transactionHash === "string" &&
    typeof blockHash === "string" &&
    [blockNumber, gasUsed, effectiveGasPrice].every((value) => typeof value === "bigint") &&
    (status === "success" || status === "reverted") &&
    Array.isArray(logs)
  );
}

function isUnknownMethod(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : "";
  return /method.*(not found|not supported|not available|does not exist)|MethodNotFound|MethodNotSupported/i.test(text);
}
