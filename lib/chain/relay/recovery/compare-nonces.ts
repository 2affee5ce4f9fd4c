import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { type Quarantine, quarantineWallet, readNextNonce } from "#lib/chain/relay/recovery/quarantine-repository.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { database } from "#lib/db/pool.ts";

/** The chain's next nonce of a wallet at finality, and the blocks at which it was read. */
export type ChainNonce = { chainNonce: bigint; head: bigint; finalBlock: bigint };

/**
 * Compares a wallet's nonces with the chain's, its pool included, and quarantines the wallet where the chain has more: the
 * database was restored from a backup, or another process has the wallet's key.
 * @returns null while the chain has no final block.
 * @throws Error when the node does not answer; then nothing is changed.
 */
export async function compareNonces(queue: RelayQueue): Promise<ChainNonce | null> {
  const client = chainClient(queue.chainId);
  const head = await client.getBlockNumber();
  const finalBlock = await newestFinalBlock(queue.chainId, head);
  if (finalBlock < 0n) return null;
  const address = queue.wallet;
  const [chainCount, pendingCount] = await Promise.all([
    client.getTransactionCount({ address, blockNumber: finalBlock }),
    client.getTransactionCount({ address, blockTag: "pending" }),
  ]);
  const chainNonce = BigInt(chainCount);
  // Read after the chain, so that the relay's own new transactions are counted here too.
  const nextNonce = await readNextNonce(database, queue);
  if (BigInt(pendingCount) > nextNonce || chainNonce > nextNonce) {
    await quarantine(queue, { unknownFrom: nextNonce, nextNonce: chainNonce });
  }
  return { chainNonce, head, finalBlock };
}

/**
 * Compares a wallet's next nonce with the node's pool alone, before anything is sent: it needs no final block, about which a node may
 * be wrong. @throws Error when the node does not answer.
 */
export async function comparePending(queue: RelayQueue): Promise<void> {
  const address = queue.wallet;
  const pending = await chainClient(queue.chainId).getTransactionCount({ address, blockTag: "pending" });
  const nextNonce = await readNextNonce(database, queue);
  if (BigInt(pending) > nextNonce) await quarantine(queue, { unknownFrom: nextNonce, nextNonce: 0n });
}

/** Quarantines a wallet and raises the alarm. */
export async function quarantine(queue: RelayQueue, unknown: Quarantine): Promise<void> {
  await quarantineWallet(database, queue, unknown);
  const facts = { ...queue, ...unknown };
  const message = "the chain has transactions of a relayer wallet that the database doesn't know: it is quarantined";
  raiseAlarm("quarantined", relayQueueKey(queue), facts, message);
}
