import { readBlockBefore } from "#lib/chain/block-before.ts";
import { findFirstSubmitted } from "#lib/chain/find-collection.ts";
import { askEach } from "#lib/chain/nodes/ask-nodes.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { quarantine, readPendingNonce } from "#lib/chain/relay/nonces/compare-nonces.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { insertWallet, isRelayerWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { database } from "#lib/db/pool.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * Registers a wallet, so that payment options on its chain can use it. Its nonce is read from the nodes this once, and counted
 * in the database from then on.
 *
 * A database that was restored from a backup doesn't know a wallet that was registered after it, nor what
 * that wallet has collected. So for a wallet that has sent transactions, the events of the chain's routers
 * are searched since the first payment of the database; an installation without payments has none. If the
 * wallet has collected anything, it is registered in quarantine, and `recoverWallet` attributes its
 * transactions from that collection on. The search takes minutes where a chain has had many blocks since.
 * @param firstPaymentAt when the oldest payment of the database was created; null for none.
 * @throws Error when a node fails, while nodes contradict each other, or while a transaction of such a wallet
 * waits in a node's pool.
 */
export async function registerWallet(queue: RelayQueue, firstPaymentAt: Date | null = null): Promise<void> {
  const { chainId, wallet } = queue;
  if (await isRelayerWallet(database, chainId, wallet)) return;
  const nextNonce = await readAgreedNonce(queue);
  const unknownFrom = await findUnknown(queue, nextNonce, firstPaymentAt);
  await insertWallet(database, queue, { nextNonce, unknownFrom });
  if (unknownFrom !== null) await quarantine(queue, { unknownFrom, nextNonce });
}

/**
 * Reads a wallet's next nonce as each node that answers shows it, and the only one of a chain twice: no-op
 * transactions would have to fill the gap below one that is too high.
 */
async function readAgreedNonce(queue: RelayQueue): Promise<bigint> {
  const { chainId, wallet: address } = queue;
  const counts = await askEach(chainId, (node) => node.getTransactionCount({ address, blockTag: "pending" }));
  const nonce = await readPendingNonce(queue);
  if (counts.every((count) => BigInt(count) === nonce)) return nonce;
  const facts = { ...queue, counts: [...counts, Number(nonce)] };
  const message = "nodes of a chain show different numbers of transactions of a wallet, so it isn't used yet";
  raiseAlarm("nodes_disagree", String(chainId), facts, message);
  throw new Error(`the nodes of chain ${chainId} show different numbers of transactions of ${address}`);
}

/** @returns the nonce of the first collection that the wallet has made; null for none. */
async function findUnknown(queue: RelayQueue, nextNonce: bigint, firstPaymentAt: Date | null): Promise<bigint | null> {
  if (nextNonce === 0n || firstPaymentAt === null) return null;
  const { chainId, wallet } = queue;
  const client = chainClient(chainId);
  const since = await readBlockBefore(chainId, firstPaymentAt);
  log().info(
    { ...queue, since },
    "a wallet that has sent transactions is new to the database: its collections are searched",
  );
  // Read before the logs, which include the block.
  const head = await client.getBlockNumber();
  const mined = await client.getTransactionCount({ address: wallet, blockNumber: head });
  if (BigInt(mined) < nextNonce) throw new Error(`a transaction of ${wallet} on chain ${chainId} is in no block yet`);
  const hash = await findFirstSubmitted(queue, { from: since, to: head });
  if (hash === null) return null;
  return BigInt((await client.getTransaction({ hash })).nonce);
}
