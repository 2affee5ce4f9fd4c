import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";
import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { reachStep } from "#lib/chain/relay/reach-step.ts";
import type { Lane, RelayListener, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listByState, listSubmissions, moveTransactions, recordBlock } from "#lib/chain/relay/repository.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";

const perPass = 500;

/**
 * Looks for the receipts of everything that a lane has signed, by every hash: also of what no node is known to have,
 * because an answer may have been lost. What has been
 * mined is recorded with its block; what has its confirmations is final and handed to the listener; what lost its
 * block goes back to `signed`, to be sent again at once. No receipt means nothing: the transaction stays as it is.
 * @param head number of the newest block.
 */
export async function watchInFlight(lane: Lane, head: bigint, listener: RelayListener): Promise<void> {
  const inFlight = await listByState(database, lane, ["signed", "broadcast", "mined"], perPass);
  if (inFlight.length === 0) return;
  const submissions = await listSubmissions(
    database,
    inFlight.map(({ id }) => id),
  );
  const receipts = await Promise.all(
    submissions.map(async ({ chainId, hash, relayTransactionId }) => {
      return [relayTransactionId, await findReceipt(chainId, hash)] as const;
    }),
  );
  const found = new Map(receipts.filter((entry): entry is readonly [bigint, TransactionReceipt] => entry[1] !== null));
  for (const transaction of inFlight) {
    const receipt = found.get(transaction.id) ?? null;
    await advance(transaction, receipt, head, listener);
  }
}

async function advance(
  transaction: RelayTransaction,
  receipt: TransactionReceipt | null,
  head: bigint,
  listener: RelayListener,
): Promise<void> {
  if (receipt === null) {
    if (transaction.state === "mined") await loseBlock(transaction, listener);
    return;
  }
  const { transactionHash: hash, blockNumber, blockHash } = receipt;
  if (transaction.blockHash !== blockHash || transaction.minedHash !== hash || transaction.state !== "mined") {
    await recordBlock(database, transaction.id, { hash, blockNumber, blockHash });
    await listener.onProgress(database, [transaction.purpose], "mined");
    reachStep(transaction, "mined");
  }
  const depth = head - blockNumber + 1n;
  if (depth >= BigInt(getChain(transaction.chainId).confirmations)) await finish(transaction, receipt, listener);
}

/** A receipt at depth counts only while its block is the canonical one of that height. */
async function finish(
  transaction: RelayTransaction,
  receipt: TransactionReceipt,
  listener: RelayListener,
): Promise<void> {
  const block = await chainClient(transaction.chainId).getBlock({ blockNumber: receipt.blockNumber });
  if (block.hash !== receipt.blockHash) return;
  await inTransaction(async (tx) => {
    if ((await moveTransactions(tx, [transaction.id], ["mined"], "final")) === 0) return;
    await listener.onFinal(tx, transaction, receipt);
  });
  reachStep(transaction, "final");
}

async function loseBlock(transaction: RelayTransaction, listener: RelayListener): Promise<void> {
  await moveTransactions(database, [transaction.id], ["mined"], "signed");
  await listener.onProgress(database, [transaction.purpose], "reorged");
}

async function findReceipt(chainId: number, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    return await chainClient(chainId).getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}
