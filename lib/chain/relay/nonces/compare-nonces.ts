import { askTwice } from "#lib/chain/nodes/ask-nodes.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock, readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import {
  lowerNextNonce,
  type Quarantine,
  quarantineWallet,
  readNextNonce,
} from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { database } from "#lib/db/pool.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

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
  const [chainCount, pendingNonce] = await Promise.all([
    client.getTransactionCount({ address: queue.wallet, blockNumber: finalBlock }),
    readPendingNonce(queue),
  ]);
  const chainNonce = BigInt(chainCount);
  await quarantineIfAhead(queue, pendingNonce, { chainNonce, finalBlock });
  return { chainNonce, head, finalBlock };
}

/**
 * Compares a wallet's next nonce with the node's pool alone, before anything is sent: it needs no final block, about which a
 * node may be wrong. @throws Error when the node does not answer.
 */
export async function comparePending(queue: RelayQueue): Promise<void> {
  await quarantineIfAhead(queue, await readPendingNonce(queue));
}

/** Reads the nonce after a wallet's last transaction, the node's pool included. @throws Error when the node fails. */
export async function readPendingNonce({ chainId, wallet: address }: RelayQueue): Promise<bigint> {
  return BigInt(await chainClient(chainId).getTransactionCount({ address, blockTag: "pending" }));
}

/**
 * Quarantines a wallet if the database counts fewer transactions than a node showed before: in blocks and its
 * pool, and at finality. The relay's own new transactions are counted in the database by then. One answer is
 * enough to stop the wallet, but its next nonce is raised only as far as two answers go.
 * @param final what a node showed at a final block, if it was asked.
 */
export async function quarantineIfAhead(
  queue: RelayQueue,
  pendingNonce: bigint,
  final: Pick<ChainNonce, "chainNonce" | "finalBlock"> | null = null,
): Promise<void> {
  const nextNonce = await readNextNonce(database, queue);
  const isAhead = final !== null && final.chainNonce > nextNonce;
  if (pendingNonce <= nextNonce && !isAhead) return;
  const counts = isAhead ? await readFinalNonces(queue, final.finalBlock) : [];
  const [lowest = 0n] = counts.toSorted((a, b) => Number(a - b));
  await quarantine(queue, { unknownFrom: nextNonce, nextNonce: lowest });
}

/**
 * Reads a wallet's next nonce at a final block from two nodes, or twice from the only one.
 * @returns an empty list when fewer than two answer.
 */
async function readFinalNonces({ chainId, wallet: address }: RelayQueue, blockNumber: bigint): Promise<bigint[]> {
  const counts = askTwice(chainId, (client) => client.getTransactionCount({ address, blockNumber }));
  return (await counts.catch(() => [])).map(BigInt);
}

/**
 * Lowers the next nonce of a quarantined wallet that a wrong answer has raised: to the chain's, if two
 * answers agree on it at a final block that is later than the raise. Never below what the database knows to
 * be used.
 * @throws Error when no node answers.
 */
export async function lowerRaisedNonce(queue: RelayQueue): Promise<void> {
  const { chainId } = queue;
  const finalBlock = await readFinalBlock(chainId);
  const [first, second] = await readFinalNonces(queue, finalBlock);
  if (first === undefined || first !== second) return;
  const { timestamp } = await chainClient(chainId).getBlock({ blockNumber: finalBlock });
  const nextNonce = await lowerNextNonce(database, queue, { chainNonce: first, atSeconds: timestamp });
  if (nextNonce !== null)
    log().warn({ ...queue, nextNonce }, "a wrong answer of a node had raised a wallet's next nonce");
}

/** Quarantines a wallet and raises the alarm. */
export async function quarantine(queue: RelayQueue, unknown: Quarantine): Promise<void> {
  await quarantineWallet(database, queue, unknown);
  const facts = { ...queue, ...unknown };
  const message =
    "the chain has transactions of a relayer wallet that aren't in the database: the wallet is quarantined";
  raiseAlarm("quarantined", relayQueueKey(queue), facts, message);
}
