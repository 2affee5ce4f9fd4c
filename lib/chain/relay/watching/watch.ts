import type { Hex, TransactionReceipt } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { type RelayRegistry, recordProgress } from "#lib/chain/relay/relay-registry.ts";
import type { MinedTransaction, RelayQueue, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { listSent, moveTransactions, recordBlocks } from "#lib/chain/relay/repository.ts";
import { listHashes, type SubmittedHash } from "#lib/chain/relay/submissions.ts";
import { findBlockReceipts, readBlockHashes, readReceipts } from "#lib/chain/relay/watching/receipts.ts";
import { hasFailed, recordSucceeded, selectFinal } from "#lib/chain/relay/watching/record-final.ts";
import { database } from "#lib/db/pool.ts";

const perPass = 2_000;
/** From this many hashes per block on, reading all receipts of the block is cheaper than reading them one by one. */
const manyHashes = 20;
/** Up to this many new blocks are read whole to catch up. */
const fewBlocks = 4n;

/**
 * Reads the receipts of every submission of a queue, sent or not, because a node's answer to a send may have been lost. A
 * mined transaction is recorded with its block. One in a final block that is still in the chain ends (see `record-final.ts`).
 * One that lost its block goes back to `signed`, and is sent again at once. A missing receipt proves nothing,
 * and neither does a node that lags behind: the transaction stays as it is.
 * @param head number of the newest block.
 * @param checkedTo the block up to which an earlier call has checked; null when none has.
 * @param isFullCheck also reads the receipts of transactions that the new blocks don't hold.
 * @returns how many transactions are in flight, and those that are final without success, which have not ended yet.
 */
export async function watchInFlight(
  queue: RelayQueue,
  head: bigint,
  registry: RelayRegistry,
  { checkedTo, isFullCheck }: { checkedTo: bigint | null; isFullCheck: boolean },
): Promise<{ inFlight: number; failed: MinedTransaction[] }> {
  const inFlight = await listSent(database, queue, ["signed", "broadcast", "mined"], perPass);
  if (inFlight.length === 0) return { inFlight: 0, failed: [] };
  const mined = inFlight.filter((transaction) => isMinedBy(transaction, head));
  const canonical = await readBlockHashes(
    chainClient(queue.chainId),
    mined.flatMap(({ blockNumber }) => blockNumber ?? []),
  );
  const isLost = ({ blockNumber, blockHash }: SentTransaction) => {
    const actual = blockNumber === null ? undefined : canonical.get(blockNumber);
    return actual !== undefined && actual !== blockHash;
  };
  const lost = mined.filter(isLost);
  const finalBlock = await newestFinalBlock(queue.chainId, head);
  const finalized = mined.filter((one) => !isLost(one) && one.blockNumber !== null && one.blockNumber <= finalBlock);
  const unmined = inFlight.filter(({ state }) => state !== "mined");
  const seen = [
    ...(await findMined(queue, unmined, newBlocks(head, checkedTo), isFullCheck)),
    // Both need their receipts from the current chain: lost ones may be in another block, final ones are about to end.
    ...(await findMined(queue, lost, null)),
    ...(await findMined(queue, finalized, new Set(finalized.flatMap(({ blockNumber }) => blockNumber ?? [])))),
  ];
  await recordMined(seen, registry);
  const seenIds = new Set(seen.map(({ transaction }) => transaction.id));
  const reorged = lost.filter(({ id }) => !seenIds.has(id));
  await recordProgress(registry, reorged, "reorged", (tx, ids) => moveTransactions(tx, ids, ["mined"], "signed"));
  const ended = await selectFinal(
    queue,
    seen.filter(({ receipt }) => receipt.blockNumber <= finalBlock),
  );
  await recordSucceeded(
    ended.filter((each) => !hasFailed(each)),
    registry,
  );
  return { inFlight: inFlight.length, failed: ended.filter(hasFailed) };
}

/** A node that has not reached a transaction's block can't tell whether it is still there. */
function isMinedBy({ state, blockNumber }: SentTransaction, head: bigint): boolean {
  return state === "mined" && blockNumber !== null && blockNumber <= head;
}

/**
 * Finds those of a queue's transactions that are mined, by the receipts of all their submissions.
 * @param blocks the blocks that can hold the transactions; null when any block can.
 * @param isFullCheck the transactions may be in other blocks too.
 */
export async function findMined(
  queue: RelayQueue,
  transactions: readonly SentTransaction[],
  blocks: ReadonlySet<bigint> | null = null,
  isFullCheck = false,
): Promise<MinedTransaction[]> {
  if (transactions.length === 0) return [];
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const hashes = await listHashes(database, [...byId.keys()]);
  const receipts = await receiptsOf(queue, hashes, blocks, isFullCheck);
  return hashes.flatMap(({ transactionId, hash, isCancellation }) => {
    const transaction = byId.get(transactionId);
    const receipt = receipts.get(hash);
    return transaction === undefined || receipt === undefined ? [] : [{ transaction, receipt, isCancellation }];
  });
}

/** Returns the blocks since the last check; null when there are too many to read whole. */
function newBlocks(head: bigint, checkedTo: bigint | null): ReadonlySet<bigint> | null {
  if (checkedTo === null || checkedTo >= head || head - checkedTo > fewBlocks) return null;
  return new Set(Array.from({ length: Number(head - checkedTo) }, (_, index) => checkedTo + BigInt(index) + 1n));
}

async function receiptsOf(
  { chainId }: RelayQueue,
  hashes: readonly SubmittedHash[],
  blocks: ReadonlySet<bigint> | null,
  isFullCheck: boolean,
): Promise<ReadonlyMap<Hex, TransactionReceipt>> {
  const areMany = blocks !== null && hashes.length >= manyHashes * blocks.size;
  const ofBlocks = areMany ? await readReceiptsOfBlocks(chainId, blocks) : null;
  if (ofBlocks !== null && !isFullCheck) return ofBlocks;
  const others = hashes.flatMap(({ hash }) => (ofBlocks?.has(hash) ? [] : [hash]));
  return new Map([...(ofBlocks ?? []), ...(await readReceipts(chainId, others))]);
}

/** Returns null when the receipts of one of the blocks can't be read whole. */
async function readReceiptsOfBlocks(
  chainId: number,
  blocks: ReadonlySet<bigint>,
): Promise<ReadonlyMap<Hex, TransactionReceipt> | null> {
  const whole = await Promise.all([...blocks].map((number) => findBlockReceipts(chainId, number)));
  return whole.every((one) => one !== null) ? new Map(whole.flatMap((one) => [...one])) : null;
}

async function recordMined(seen: readonly MinedTransaction[], registry: RelayRegistry): Promise<void> {
  const changed = seen.filter(
    ({ transaction: { state, blockHash, minedHash }, receipt }) =>
      state !== "mined" || blockHash !== receipt.blockHash || minedHash !== receipt.transactionHash,
  );
  const blocks = new Map(
    changed.map(({ transaction: { id }, receipt: { transactionHash: hash, blockNumber, blockHash } }) => {
      return [id, { id, hash, blockNumber, blockHash }];
    }),
  );
  const transactions = changed.map(({ transaction }) => transaction);
  const moved = await recordProgress(registry, transactions, "mined", (tx, ids) =>
    recordBlocks(
      tx,
      ids.flatMap((id) => blocks.get(id) ?? []),
    ),
  );
  for (const transaction of moved) reachRelayFaultPoint(transaction, "mined");
}
