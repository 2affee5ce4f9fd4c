import type { TransactionReceipt } from "viem";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { selectProven } from "#lib/chain/proven-blocks.ts";
import type { WalletTransaction } from "#lib/chain/relay/attribution.ts";
import { lowerRaisedNonce, readPendingNonce } from "#lib/chain/relay/nonces/compare-nonces.ts";
import {
  findQuarantine,
  insertAttributed,
  listUnattributedNonces,
  releaseWallet,
} from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { findWalletTransactions } from "#lib/chain/relay/recovery/find-wallet-transactions.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { database } from "#lib/db/pool.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * The most that one call does: blocks that it reads, from the newest final one backwards, and transactions
 * that it attributes.
 */
export type RecoveryLimits = { blocks: number; transactions: number };

/** The most transactions whose receipts and blocks are read at once. */
const perQuery = 200;

/**
 * Attributes the transactions of a quarantined wallet that the database does not know, and ends the quarantine once none is
 * left that needs a person. Safe to repeat: what is attributed stays.
 * @returns true when the wallet is not quarantined afterwards.
 * @throws Error when the node fails.
 */
export async function recoverWallet(
  queue: RelayQueue,
  registry: RelayRegistry,
  limits: RecoveryLimits,
): Promise<boolean> {
  if ((await findQuarantine(database, queue)) === null) return true;
  await lowerRaisedNonce(queue);
  const quarantine = await findQuarantine(database, queue);
  if (quarantine === null) return true;
  const nonces = await listUnattributedNonces(database, queue, quarantine, limits.transactions);
  const left = nonces.length === 0 ? 0 : await attribute(queue, nonces, registry, limits.blocks);
  if (left > 0 || nonces.length === limits.transactions) return false;
  // A transaction in the pool may be in no block yet.
  if ((await readPendingNonce(queue)) > quarantine.nextNonce) return false;
  const isReleased = await releaseWallet(database, queue, quarantine);
  if (isReleased) {
    const message = "every transaction of a relayer wallet is attributed: its quarantine ends";
    log().warn({ ...queue }, message);
    for (const kind of ["quarantined", "unknown_transaction"] as const) {
      endAlarm(kind, relayQueueKey(queue), { ...queue }, message);
    }
  } else {
    const message = "transactions of a relayer wallet need a person: see npm run recover";
    raiseAlarm("unknown_transaction", relayQueueKey(queue), { ...queue }, message);
  }
  return isReleased;
}

/** @returns how many could not be attributed yet. */
async function attribute(
  queue: RelayQueue,
  nonces: readonly bigint[],
  registry: RelayRegistry,
  maxBlocks: number,
): Promise<number> {
  const { chainId } = queue;
  const found = await findWalletTransactions(queue, nonces, await readFinalBlock(chainId), maxBlocks);
  let left = nonces.length - found.length;
  if (left > 0) {
    const facts = { ...queue, nonces: nonces.filter((nonce) => found.every((one) => one.nonce !== nonce)) };
    raiseAlarm(
      "unknown_transaction",
      relayQueueKey(queue),
      facts,
      "recent blocks don't show what used a wallet's nonces: run npm run recover",
    );
  }
  for (let start = 0; start < found.length; start += perQuery) {
    const some = found.slice(start, start + perQuery);
    const proven = await readProven(chainId, some);
    left += some.length - proven.length;
    for (const each of proven) if (!(await attributeOne(queue, each, registry))) left += 1;
  }
  return left;
}

type Found = { transaction: WalletTransaction; receipt: TransactionReceipt };

/** Reads the receipts, without those whose blocks aren't proven to be final: a node may have shown those of a fork. */
async function readProven(chainId: number, transactions: readonly WalletTransaction[]): Promise<Found[]> {
  const client = chainClient(chainId);
  const found = transactions.map(async (transaction) => {
    return { transaction, receipt: await client.getTransactionReceipt({ hash: transaction.hash }) };
  });
  return selectProven(chainId, await Promise.all(found), ({ receipt }) => receipt);
}

/** @returns false when that can't be done yet. */
async function attributeOne(
  queue: RelayQueue,
  { transaction, receipt }: Found,
  registry: RelayRegistry,
): Promise<boolean> {
  const { hash, nonce, blockNumber, to: target } = transaction;
  const result = await registry.attribute(queue, transaction, receipt);
  if (result === null) return false;
  const facts = { ...queue, nonce, hash, ...result };
  const message = "a relayer wallet sent a transaction that isn't in the database";
  raiseAlarm("foreign_nonce", `${relayQueueKey(queue)}:${nonce}`, facts, message);
  await insertAttributed(database, queue, { ...result, nonce, txHash: hash, blockNumber, target });
  return true;
}
