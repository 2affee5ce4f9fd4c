import type { TransactionReceipt } from "viem";
import { askEach } from "#lib/chain/nodes/ask-nodes.ts";
import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { proofOfFinality, readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import {
  type EndedPlace,
  endRemoved,
  insertRemoved,
  listOpenRemoved,
  listPlaces,
  readVerifiedNonce,
  setVerifiedNonce,
} from "#lib/chain/relay/recovery/removed-repository.ts";
import { type RelayRegistry, recordFinal } from "#lib/chain/relay/relay-registry.ts";
import {
  type MinedTransaction,
  type RelayQueue,
  relayQueueKey,
  type SentTransaction,
} from "#lib/chain/relay/relay-transaction.ts";
import { sendSubmission } from "#lib/chain/relay/sending/broadcast.ts";
import { listRelaySubmissions } from "#lib/chain/relay/submissions.ts";
import { readBlockHashes } from "#lib/chain/relay/watching/receipts.ts";
import { selectFinal } from "#lib/chain/relay/watching/record-final.ts";
import { findMined } from "#lib/chain/relay/watching/watch.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/** The transactions of one query, and the most that a wallet starts with that was never checked. */
const perQuery = 500n;

/**
 * Finds ended transactions that a reorg deeper than finality has removed from the chain, and follows them until a transaction is
 * final at their nonce again. Their bytes are sent again at once, while the signatures in them may still be valid: they have the
 * wallet's nonce, so the chain takes them once at most, whatever a node says.
 *
 * Each ended transaction is checked once, and the last of those again in each call: as long as its block is
 * in the chain, so is all below it. So a wallet at rest costs one question. A block counts as removed when
 * two nodes (or the only one of a chain) show another one at its height, which is final, and none shows it.
 * @returns false while a transaction is removed, or nodes don't agree.
 * @throws Error when no node answers; then nothing is changed.
 */
export async function checkFinality(queue: RelayQueue, registry: RelayRegistry): Promise<boolean> {
  const isCertain = await findRemoved(queue, registry);
  const open = await listOpenRemoved(database, queue, Number(perQuery));
  if (open.length === 0) return isCertain;
  await followRemoved(queue, open, registry);
  return false;
}

async function findRemoved(queue: RelayQueue, registry: RelayRegistry): Promise<boolean> {
  const verified = await readVerifiedNonce(database, queue, perQuery);
  const from = verified > 0n ? verified - 1n : 0n;
  const ended = untilOpen(await listPlaces(database, queue, from, from + perQuery));
  const found = await judge(queue.chainId, ended);
  const removed = [...found.removed];
  // A reorg removes the newest blocks, so what it removed of those that were verified before is next to each other.
  let isWithin = found.removed.length > 0 && found.canonical.every(({ nonce }) => nonce >= verified);
  for (let end = from; isWithin && end > 0n; end = end > perQuery ? end - perQuery : 0n) {
    const before = await listPlaces(database, queue, end > perQuery ? end - perQuery : 0n, end);
    const older = await judge(queue.chainId, before);
    removed.push(...older.removed);
    if (!older.isCertain) return false;
    isWithin = older.canonical.length === 0 && older.removed.length > 0;
  }
  if (!found.isCertain) return false;
  await recordRemoved(queue, removed, (ended.at(-1)?.nonce ?? verified - 1n) + 1n, registry);
  return true;
}

function untilOpen(places: readonly EndedPlace[]): EndedPlace[] {
  const ends: readonly string[] = ["final", "cancelled", "displaced"];
  const open = places.findIndex(({ transaction: { state } }) => !ends.includes(state));
  return open < 0 ? [...places] : places.slice(0, open);
}

type Judged = { removed: EndedPlace[]; canonical: EndedPlace[]; isCertain: boolean };

/** Asks each node once which blocks the chain has at the heights at which transactions ended. */
async function judge(chainId: number, places: readonly EndedPlace[]): Promise<Judged> {
  const known = places.flatMap((place) => {
    const { block, transaction } = place;
    if (block === null || transaction.state === "displaced") return [];
    return [{ place, ...block, proof: proofOfFinality(chainId, block.blockNumber) }];
  });
  const judged: Judged = { removed: [], canonical: [], isCertain: true };
  if (known.length === 0) return judged;
  const numbers = new Set(known.flatMap(({ blockNumber, proof }) => [blockNumber, proof.number]));
  const nodes = await askEach(chainId, (client) => readBlockHashes(client, numbers));
  const wanted = Math.min(2, nodeClients(chainId).length);
  for (const { place, blockNumber, blockHash, proof } of known) {
    const shown = nodes.filter((hashes) => hashes.has(blockNumber));
    const isSame = shown.some((hashes) => hashes.get(blockNumber) === blockHash);
    const others = shown.filter((hashes) => {
      const last = hashes.get(proof.number);
      return hashes.get(blockNumber) !== blockHash && last !== undefined && last === (proof.hash ?? last);
    });
    if (isSame && others.length === 0) judged.canonical.push(place);
    else if (!isSame && others.length >= wanted) judged.removed.push(place);
    else judged.isCertain = false;
    if (isSame && others.length > 0) {
      const facts = { chainId, block: blockNumber, hashes: shown.map((hashes) => hashes.get(blockNumber)) };
      raiseAlarm("nodes_disagree", String(chainId), facts, "nodes of a chain show different blocks");
    }
  }
  return judged;
}

async function recordRemoved(
  queue: RelayQueue,
  removed: readonly EndedPlace[],
  verified: bigint,
  registry: RelayRegistry,
): Promise<void> {
  const added = await inTransaction(async (tx) => {
    await setVerifiedNonce(tx, queue, verified);
    if (removed.length === 0) return [];
    const ids = await insertRemoved(
      tx,
      removed.map(({ transaction: { id } }) => id),
    );
    const fresh = removed.map(({ transaction }) => transaction).filter(({ id }) => ids.has(id));
    await registry.recordRemoved(tx, fresh);
    return fresh;
  });
  if (added.length === 0) return;
  const facts = { ...queue, purposes: added.map(({ purpose }) => describePurpose(purpose)) };
  const message = "a reorg removed transactions that were final; they are sent again";
  raiseAlarm("deep_reorg", relayQueueKey(queue), facts, message);
}

async function followRemoved(
  queue: RelayQueue,
  open: readonly SentTransaction[],
  registry: RelayRegistry,
): Promise<void> {
  const mined = await findMined(queue, open);
  const isMined = new Set(mined.map(({ transaction: { id } }) => id));
  await sendAgain(open.filter(({ id }) => !isMined.has(id)));
  const finalBlock = await readFinalBlock(queue.chainId);
  const ended = await selectFinal(
    queue,
    mined.filter(({ receipt }) => receipt.blockNumber <= finalBlock),
  );
  for (const each of ended) await recordReturned(each, registry);
}

/** The bytes are kept for 30 days; older ones can't be sent. */
async function sendAgain(transactions: readonly SentTransaction[]): Promise<void> {
  const submissions = await listRelaySubmissions(database, transactions);
  for (const { id, chainId, minedHash } of transactions) {
    const submission = submissions.get(id)?.find(({ hash }) => hash === minedHash);
    if (submission !== undefined && submission.raw !== "0x") await sendSubmission(chainId, submission);
  }
}

async function recordReturned(mined: MinedTransaction, registry: RelayRegistry): Promise<void> {
  const { transaction, receipt } = mined;
  const state = await inTransaction(async (tx) => {
    const returned = await registry.recordReturned(tx, mined);
    const { purpose, nonce } = transaction;
    if (returned === "revived" && nonce !== null)
      await recordFinal(tx, registry, [{ purpose, execution: { receipt, nonce } }]);
    const outcome = returned === "missing" ? "missing" : "restored";
    return (await endRemoved(tx, transaction.id, outcome, blockOf(receipt))) ? outcome : null;
  });
  const purpose = describePurpose(transaction.purpose);
  if (state !== null)
    log().warn({ purpose, state, hash: receipt.transactionHash }, "a removed transaction is final again");
}

function blockOf({ transactionHash: hash, blockNumber, blockHash }: TransactionReceipt) {
  return { hash, blockNumber, blockHash };
}
