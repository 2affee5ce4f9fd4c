import {
  formatTransactionReceipt,
  type Hex,
  type PublicClient,
  type RpcTransactionReceipt,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toHex,
} from "viem";
import { chainClient, largeAnswerClient } from "#lib/chain/nodes/clients.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

/** The chains whose nodes lack `eth_getBlockReceipts`; each is asked once a process. */
const withoutBlockReceipts = processSingleton("chain-without-block-receipts", () => new Set<number>());

/**
 * Reads receipts by transaction hash, in one batch. The result leaves out transactions without a receipt, and those for which
 * the node fails or answers nonsense, which is logged.
 */
export async function readReceipts(chainId: number, hashes: readonly Hex[]): Promise<Map<Hex, TransactionReceipt>> {
  const found = await Promise.all(hashes.map((hash) => readReceipt(chainId, hash)));
  return new Map(found.flatMap((receipt) => (receipt === null ? [] : [[receipt.transactionHash, receipt]])));
}

async function readReceipt(chainId: number, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    const receipt = await chainClient(chainId).getTransactionReceipt({ hash });
    if (isSound(receipt) && receipt.transactionHash === hash) return receipt;
    log().warn({ chainId, hash }, "a node gave an invalid receipt");
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError))
      log().warn({ err: error, chainId, hash }, "a receipt could not be read");
  }
  return null;
}

/**
 * Reads all receipts of a block with one call, which is sent by itself: a busy block has megabytes of them.
 * @returns null where the node lacks the call or fails; receipts must then be read one by one.
 */
export async function findBlockReceipts(
  chainId: number,
  blockNumber: bigint,
): Promise<Map<Hex, TransactionReceipt> | null> {
  if (withoutBlockReceipts().has(chainId)) return null;
  try {
    const receipts: readonly RpcTransactionReceipt[] | null = await largeAnswerClient(chainId).request<{
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

/** Reads the hashes of the blocks at these heights, in one batch, leaving out heights for which there is no answer. */
export async function readBlockHashes(
  client: PublicClient,
  numbers: Iterable<bigint>,
): Promise<ReadonlyMap<bigint, Hex>> {
  const found = await Promise.all(
    [...new Set(numbers)].map(async (blockNumber) => {
      const block = await client.getBlock({ blockNumber }).catch(() => null);
      return block?.number === blockNumber ? ([blockNumber, block.hash] as const) : null;
    }),
  );
  return new Map(found.filter((entry) => entry !== null));
}

/** Nodes have answered with receipts that lack a block, a status or a price. */
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
