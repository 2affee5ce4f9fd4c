import { getChain } from "#lib/chain/chains.ts";
import { gasCostOf } from "#lib/chain/relay/fees/gas-cost.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type {
  Done,
  RelayListener,
  RelayQueue,
  RelayTransaction,
  SeenTransaction,
} from "#lib/chain/relay/relay-transaction.ts";
import { endTransaction } from "#lib/chain/relay/repository.ts";
import { readBlockHashes } from "#lib/chain/relay/watching/receipts.ts";
import { togetherOrEach } from "#lib/core/together-or-each.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/** How many are written down in one transaction of the database, and how many of these at once. */
const perCommit = 16;
const atOnce = 4;

/**
 * Ends transactions whose receipts are at finality depth. A receipt counts only while its block is the chain's at that
 * height, and the last of the blocks that make it final is there: which the node is asked after it gave the receipt,
 * because a head is only a number. One that can't be ended now is logged, tried again in the next round and holds up
 * none of the others.
 */
export async function finishAll(
  { chainId }: RelayQueue,
  seen: readonly SeenTransaction[],
  listener: RelayListener,
): Promise<void> {
  if (seen.length === 0) return;
  const above = BigInt(getChain(chainId).confirmations) - 1n;
  const hashes = await readBlockHashes(
    chainId,
    seen.flatMap(({ receipt: { blockNumber } }) => [blockNumber, blockNumber + above]),
  );
  const proven = seen.filter(({ receipt: { blockNumber, blockHash } }) => {
    return hashes.get(blockNumber) === blockHash && hashes.has(blockNumber + above);
  });
  const groups = Array.from({ length: Math.ceil(proven.length / perCommit) }, (_, index) =>
    proven.slice(index * perCommit, (index + 1) * perCommit),
  ).values();
  // All take from one iterator: whoever is done takes the next.
  const work = async () => {
    for (const group of groups) await togetherOrEach(group, (some) => finish(some, listener), reportUnrecorded);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function reportUnrecorded({ transaction: { purpose } }: SeenTransaction, error: unknown): void {
  log().error({ err: error, purpose: describePurpose(purpose) }, "a final transaction is not recorded yet");
}

async function finish(group: readonly SeenTransaction[], listener: RelayListener): Promise<void> {
  const ends = await Promise.all(group.map(async (seen) => ({ seen, done: await findDone(seen, listener) })));
  await inTransaction(async (tx) => {
    for (const { seen, done } of ends) await end(tx, seen, done, listener);
  });
  for (const { transaction } of group) reachRelayFaultPoint(transaction, "final");
}

/** What came to nothing by ours may have been done by another: the chain is asked before anybody is told. */
async function findDone(seen: SeenTransaction, listener: RelayListener): Promise<Done | null> {
  const isFruitless = seen.isCancellation || seen.receipt.status === "reverted";
  return isFruitless ? listener.findDone(seen.transaction) : null;
}

async function end(
  tx: Tx,
  { transaction, receipt, isCancellation }: SeenTransaction,
  done: Done | null,
  listener: RelayListener,
): Promise<void> {
  const { transactionHash: hash, blockHash } = receipt;
  const gasCost = gasCostOf(receipt);
  const state = isCancellation ? "cancelled" : "final";
  if (!(await endTransaction(tx, transaction.id, { state, gasCost, hash, blockHash }))) return;
  const own = { receipt, nonce: nonceOf(transaction) };
  if (done !== null || !isCancellation) return listener.onFinal(tx, transaction, { ...(done ?? own), gasCost });
  const reason = "it could not be carried out any more";
  return listener.onCancelled(tx, transaction, { ...own, gasCost, reason });
}

function nonceOf({ id, nonce }: RelayTransaction): bigint {
  if (nonce === null) throw new Error(`relay transaction ${id} was mined without a nonce`);
  return nonce;
}
