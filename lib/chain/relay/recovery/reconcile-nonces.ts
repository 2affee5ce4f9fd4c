import { readExecution } from "#lib/chain/read-execution.ts";
import type { WalletTransaction } from "#lib/chain/relay/attribution.ts";
import { closeOutflows, passOnTokens } from "#lib/chain/relay/limits/outflow.ts";
import { compareNonces, quarantine } from "#lib/chain/relay/nonces/compare-nonces.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { closeGap } from "#lib/chain/relay/recovery/close-gap.ts";
import { findWalletTransactions } from "#lib/chain/relay/recovery/find-wallet-transactions.ts";
import { relayKinds } from "#lib/chain/relay/relay-kinds.ts";
import { ownerOf, type RelayRegistry, recordFinal } from "#lib/chain/relay/relay-registry.ts";
import {
  type Execution,
  isSameCall,
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
} from "#lib/chain/relay/relay-transaction.ts";
import { insertTransactions, listByState, moveTransactions } from "#lib/chain/relay/repository.ts";
import { listHashes } from "#lib/chain/relay/submissions.ts";
import { readReceipts } from "#lib/chain/relay/watching/receipts.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const perPass = 200;
/** The most blocks read for one nonce. */
const maxBlocks = 2_000;

/**
 * Reconciles a queue's nonces with the chain's at finality.
 *
 * A nonce of an open transaction may be used on chain while none of its hashes has a receipt: another process used the
 * wallet's key, or this relay did before its database was restored from a backup. Only the transaction that used the nonce
 * proves that; a missing receipt or "nonce too low" does not. If it made the same call, it counts as the relay's own. If the
 * chain shows that another transaction did what the relay's was for, that counts. Otherwise the purpose gets a new nonce.
 *
 * A wallet with transactions that the database does not know is quarantined, until `recoverWallet` has attributed them.
 *
 * A gap below the first open nonce is closed (see `closeGap`), because nothing above it could be mined.
 * @returns false when the node could not show what used one of the nonces: that transaction is left for the next call.
 * @throws Error when the node does not answer how many nonces are used; then nothing is changed.
 */
export async function reconcileNonces(queue: RelayQueue, registry: RelayRegistry): Promise<boolean> {
  const compared = await compareNonces(queue);
  if (compared === null) return true;
  const { chainNonce, head, finalBlock } = compared;
  const open = await listByState(database, queue, ["reserved", "signed", "broadcast", "mined"], perPass);
  let isComplete = true;
  for (const transaction of open) {
    if (transaction.nonce === null || transaction.nonce >= chainNonce || transaction.state === "mined") continue;
    await resolveUsedNonce(queue, transaction, finalBlock, registry).catch((error: unknown) => {
      const purpose = describePurpose(transaction.purpose);
      log().warn({ err: error, purpose }, "the node can't show yet which transaction used a nonce");
      isComplete = false;
    });
  }
  const firstOpen = open[0]?.nonce ?? null;
  if (firstOpen !== null && firstOpen > chainNonce) await closeGap(queue, { chainNonce, firstOpen, head, finalBlock });
  return isComplete;
}

async function resolveUsedNonce(
  queue: RelayQueue,
  transaction: RelayTransaction,
  finalBlock: bigint,
  registry: RelayRegistry,
): Promise<void> {
  const { chainId } = queue;
  const hashes = (await listHashes(database, [transaction.id])).map(({ hash }) => hash);
  if ((await readReceipts(chainId, hashes)).size > 0) return;
  const use = await findNonceUse(queue, transaction, finalBlock);
  // The relay's own submission, on a node that did not show its receipt a moment ago: the watch loop will find it.
  if (use === null || hashes.includes(use.hash)) return;
  const isExecuted = isSameCall(transaction, use) && use.receipt.status === "success";
  // Any other transaction has to be attributed. Its nonce stays the displaced transaction's.
  if (!isExecuted) await quarantine(queue, { unknownFrom: use.nonce, nextNonce: 0n });
  const execution = isExecuted ? use : await ownerOf(registry, transaction).findExecution(transaction, finalBlock);
  const { purpose, nonce } = transaction;
  const executedBy = execution?.receipt.transactionHash;
  const facts = { purpose: describePurpose(purpose), nonce, usedBy: use.hash, executedBy };
  const subject = `${relayQueueKey(transaction)}:${nonce}`;
  raiseAlarm("foreign_nonce", subject, facts, "a foreign transaction used a relay transaction's nonce");
  await displace(transaction, execution, registry);
}

type NonceUse = WalletTransaction & Execution;

/** Finds the transaction that used a nonce; null when the blocks don't show it, as when nodes contradict each other. */
async function findNonceUse(
  queue: RelayQueue,
  { nonce }: RelayTransaction,
  finalBlock: bigint,
): Promise<NonceUse | null> {
  if (nonce === null) return null;
  const [use] = await findWalletTransactions(queue, [nonce], finalBlock, maxBlocks);
  if (use === undefined) return null;
  const { execution } = await readExecution(queue.chainId, use.hash);
  return { ...use, receipt: execution.receipt };
}

async function displace(
  transaction: RelayTransaction,
  execution: Execution | null,
  registry: RelayRegistry,
): Promise<void> {
  await inTransaction(async (tx) => {
    const states = ["reserved", "signed", "broadcast"] as const;
    if ((await moveTransactions(tx, [transaction.id], states, "displaced")).size === 0) return;
    if (execution !== null) await recordFinal(tx, registry, [{ purpose: transaction.purpose, execution }]);
    else if (relayKinds[transaction.purpose.kind].isRepeated) await queueAgain(tx, transaction);
    await closeOutflows(tx, transaction, [{ transactionId: transaction.id, coin: 0n, hasMoved: execution !== null }]);
  });
}

/** A payout's authorization is out, so its tokens stay counted; a movement's are counted again with its next nonce. */
async function queueAgain(tx: Tx, transaction: RelayTransaction): Promise<void> {
  const [next] = await insertTransactions(tx, [transaction]);
  if (next !== undefined && relayKinds[transaction.purpose.kind].transferCounts === "when queued")
    await passOnTokens(tx, transaction, transaction.id, next.id);
}
