import type { Hex, TransactionReceipt } from "viem";
import { newestFinalBlock } from "#lib/chain/chains.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type {
  RelayListener,
  RelayQueue,
  RelayTransaction,
  SeenTransaction,
} from "#lib/chain/relay/relay-transaction.ts";
import { listByState, moveTransactions, recordBlocks } from "#lib/chain/relay/repository.ts";
import { listHashes, type SubmittedHash } from "#lib/chain/relay/sending/submissions.ts";
import { finishAll } from "#lib/chain/relay/watching/finish.ts";
import { findBlockReceipts, readBlockHashes, readReceipts } from "#lib/chain/relay/watching/receipts.ts";
import { database } from "#lib/db/pool.ts";

const perPass = 2_000;
/** From so many on, a block's receipts in one answer are less work than one by one. */
const manyHashes = 20;
/** No more blocks than this are read whole, to catch up. */
const fewBlocks = 4n;

/**
 * Looks for the receipts of everything that a queue has signed, by every hash: also of what no node is known to have,
 * because an answer may have been lost. What has been mined is recorded with its block; what has its confirmations, in a
 * block that is still the chain's, ends (see `finish`); what lost its block goes back to `signed`, to be sent again at
 * once. No receipt means nothing, nor does what a node says that is behind: the transaction stays as it is.
 * @param head number of the newest block.
 * @param seenTo the block up to which an earlier call has looked; null when none has, or to be thorough.
 * @returns how many transactions are in flight.
 */
export async function watchInFlight(
  queue: RelayQueue,
  head: bigint,
  listener: RelayListener,
  seenTo: bigint | null = null,
): Promise<number> {
  const inFlight = await listByState(database, queue, ["signed", "broadcast", "mined"], perPass);
  if (inFlight.length === 0) return 0;
  const mined = inFlight.filter((transaction) => isBelow(transaction, head));
  const canonical = await readBlockHashes(
    queue.chainId,
    mined.flatMap(({ blockNumber }) => blockNumber ?? []),
  );
  const isLost = ({ blockNumber, blockHash }: RelayTransaction) => {
    const actual = blockNumber === null ? undefined : canonical.get(blockNumber);
    return actual !== undefined && actual !== blockHash;
  };
  const lost = mined.filter(isLost);
  const settledTo = newestFinalBlock(queue.chainId, head);
  const settled = mined.filter((one) => !isLost(one) && one.blockNumber !== null && one.blockNumber <= settledTo);
  const unmined = inFlight.filter(({ state }) => state !== "mined");
  const seen = [
    ...(await lookFor(queue, unmined, newBlocks(head, seenTo))),
    // A block that is gone, or one that is final now: both want their receipt from the chain as it is.
    ...(await lookFor(queue, lost, null)),
    ...(await lookFor(queue, settled, new Set(settled.flatMap(({ blockNumber }) => blockNumber ?? [])))),
  ];
  await recordMined(seen, listener);
  const seenIds = new Set(seen.map(({ transaction }) => transaction.id));
  await loseBlocks(
    lost.filter(({ id }) => !seenIds.has(id)),
    listener,
  );
  await finishAll(
    queue,
    seen.filter(({ receipt }) => receipt.blockNumber <= settledTo),
    listener,
  );
  return inFlight.length;
}

/** A node that has not got to a transaction's block can't say what became of it. */
function isBelow({ state, blockNumber }: RelayTransaction, head: bigint): boolean {
  return state === "mined" && blockNumber !== null && blockNumber <= head;
}

/** @param blocks those that hold them, if anything does; null when it could be any. */
async function lookFor(
  queue: RelayQueue,
  transactions: readonly RelayTransaction[],
  blocks: ReadonlySet<bigint> | null,
): Promise<SeenTransaction[]> {
  if (transactions.length === 0) return [];
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const hashes = await listHashes(database, [...byId.keys()]);
  const receipts = await receiptsOf(queue, hashes, blocks);
  return hashes.flatMap(({ transactionId, hash, isCancellation }) => {
    const [transaction, receipt] = [byId.get(transactionId), receipts.get(hash)];
    return transaction === undefined || receipt === undefined ? [] : [{ transaction, receipt, isCancellation }];
  });
}

/** The blocks since the last look; null when there are too many to read them whole. */
function newBlocks(head: bigint, seenTo: bigint | null): ReadonlySet<bigint> | null {
  if (seenTo === null || seenTo >= head || head - seenTo > fewBlocks) return null;
  return new Set(Array.from({ length: Number(head - seenTo) }, (_, index) => seenTo + BigInt(index) + 1n));
}

async function receiptsOf(
  { chainId }: RelayQueue,
  hashes: readonly SubmittedHash[],
  blocks: ReadonlySet<bigint> | null,
): Promise<Map<Hex, TransactionReceipt>> {
  if (blocks !== null && hashes.length >= manyHashes * blocks.size) {
    const whole = await Promise.all([...blocks].map((number) => findBlockReceipts(chainId, number)));
    if (whole.every((one) => one !== null)) return new Map(whole.flatMap((one) => [...one]));
  }
  return readReceipts(
    chainId,
    hashes.map(({ hash }) => hash),
  );
}

async function recordMined(seen: readonly SeenTransaction[], listener: RelayListener): Promise<void> {
  const news = seen.filter(
    ({ transaction: { state, blockHash, minedHash }, receipt }) =>
      state !== "mined" || blockHash !== receipt.blockHash || minedHash !== receipt.transactionHash,
  );
  if (news.length === 0) return;
  const recorded = await recordBlocks(
    database,
    news.map(({ transaction: { id }, receipt: { transactionHash: hash, blockNumber, blockHash } }) => {
      return { id, hash, blockNumber, blockHash };
    }),
  );
  const moved = news.filter(({ transaction }) => recorded.has(transaction.id)).map(({ transaction }) => transaction);
  await listener.onProgress(
    database,
    moved.map(({ purpose }) => purpose),
    "mined",
  );
  for (const transaction of moved) reachRelayFaultPoint(transaction, "mined");
}

async function loseBlocks(lost: readonly RelayTransaction[], listener: RelayListener): Promise<void> {
  if (lost.length === 0) return;
  await moveTransactions(
    database,
    lost.map(({ id }) => id),
    ["mined"],
    "signed",
  );
  await listener.onProgress(
    database,
    lost.map(({ purpose }) => purpose),
    "reorged",
  );
}
