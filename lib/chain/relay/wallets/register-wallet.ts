import { readBlockBefore } from "#lib/chain/block-before.ts";
import { findFirstSubmitted } from "#lib/chain/find-collection.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { quarantine, readPendingNonce } from "#lib/chain/relay/recovery/compare-nonces.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { insertWallet, isRelayerWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { database } from "#lib/db/pool.ts";
import { log } from "#lib/log/log.ts";

/**
 * Registers a wallet, so that payment options on its chain can use it. Its nonce is read from the node this once, and counted
 * in the database from then on.
 *
 * A database that was restored from a backup doesn't know a wallet that was registered after it, nor what that wallet has collected.
 * So for a wallet that has sent transactions, the events of the chain's routers are searched since the first payment of the
 * database; an installation without payments has none. If the wallet has collected anything, it is registered in quarantine,
 * and `recoverWallet` attributes its transactions from that collection on. The search takes minutes where a chain has had many
 * blocks since.
 * @param firstPaymentAt when the oldest payment of the database was created; null for none.
 * @throws Error when a node fails, or while a transaction of such a wallet waits in a node's pool.
 */
export async function registerWallet(queue: RelayQueue, firstPaymentAt: Date | null = null): Promise<void> {
  const { chainId, wallet } = queue;
  if (await isRelayerWallet(database, chainId, wallet)) return;
  const nextNonce = await readPendingNonce(queue);
  const unknownFrom = await findUnknown(queue, nextNonce, firstPaymentAt);
  await insertWallet(database, queue, { nextNonce, unknownFrom });
  if (unknownFrom !== null) await quarantine(queue, { unknownFrom, nextNonce });
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
