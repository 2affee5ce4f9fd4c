import { newestFinalBlock } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { closeGap } from "#lib/chain/relay/nonces/close-gap.ts";
import { raiseNextNonce } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { findNonceUser } from "#lib/chain/relay/nonces/nonce-user.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import {
  type Done,
  isCallOf,
  type RelayListener,
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
} from "#lib/chain/relay/relay-transaction.ts";
import { insertTransactions, listByState, moveTransactions } from "#lib/chain/relay/repository.ts";
import { listHashes } from "#lib/chain/relay/sending/submissions.ts";
import { readReceipts } from "#lib/chain/relay/watching/receipts.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

const perPass = 200;

/**
 * Compares a queue's nonces with the chain's, at finality depth.
 *
 * A nonce of ours that the chain has passed, while no hash of ours has a receipt, was used by somebody else with the
 * wallet's key, or by ourselves before the database was restored from a backup. Which transaction it was is looked up:
 * only that proves it, and neither a missing receipt nor "nonce too low" does. If it made the very same call, it counts
 * as ours. If the chain shows that another did what ours was for, that counts. Only then the purpose gets a new nonce.
 *
 * What the chain misses below one that waits is put there (see `closeGap`): else what waits could never be mined.
 * @returns false when the node could not tell who used one of them: that one stays as it is, to be looked at again.
 * @throws Error when the node does not say how many are used; then nothing is changed.
 */
export async function reconcileNonces(queue: RelayQueue, owner: string, listener: RelayListener): Promise<boolean> {
  const client = chainClient(queue.chainId);
  const head = await client.getBlockNumber();
  const settled = newestFinalBlock(queue.chainId, head);
  if (settled < 0n) return true;
  const address = queue.wallet;
  const passed = BigInt(await client.getTransactionCount({ address, blockNumber: settled }));
  if (await raiseNextNonce(database, queue, passed, owner)) {
    raiseAlarm(
      "foreign_nonce",
      relayQueueKey(queue),
      { ...queue, passed },
      "somebody else sends with a relayer wallet's key",
    );
  }
  const open = await listByState(database, queue, ["reserved", "signed", "broadcast", "mined"], perPass);
  let isClear = true;
  for (const transaction of open) {
    if (transaction.nonce === null || transaction.nonce >= passed || transaction.state === "mined") continue;
    // What can't be told of one keeps none of the others.
    await settleDisplaced(queue, transaction, settled, listener).catch((error: unknown) => {
      log().warn(
        { err: error, purpose: describePurpose(transaction.purpose) },
        "who used a nonce of ours is not known yet",
      );
      isClear = false;
    });
  }
  const first = open[0]?.nonce ?? null;
  if (first !== null && first > passed) await closeGap(queue, { passed, first, head });
  return isClear;
}

async function settleDisplaced(
  { chainId }: RelayQueue,
  transaction: RelayTransaction,
  settled: bigint,
  listener: RelayListener,
): Promise<void> {
  const hashes = (await listHashes(database, [transaction.id])).map(({ hash }) => hash);
  if ((await readReceipts(chainId, hashes)).size > 0) return;
  const user = await findNonceUser(transaction, settled);
  // Ours after all, by a node that has it and did not show its receipt: the watch will find that.
  if (user === null || hashes.includes(user.hash)) return;
  const isOurs = isCallOf(transaction, user) && user.receipt.status === "success";
  const done = isOurs ? user : await listener.findDone(transaction);
  const { purpose, nonce } = transaction;
  const facts = { purpose: describePurpose(purpose), nonce, usedBy: user.hash, done: done?.receipt.transactionHash };
  raiseAlarm(
    "foreign_nonce",
    `${relayQueueKey(transaction)}:${nonce}`,
    facts,
    "a nonce of ours was used by a transaction that is not ours",
  );
  await displace(transaction, done, listener);
}

async function displace(transaction: RelayTransaction, done: Done | null, listener: RelayListener): Promise<void> {
  await inTransaction(async (tx) => {
    const states = ["reserved", "signed", "broadcast"] as const;
    if ((await moveTransactions(tx, [transaction.id], states, "displaced")) === 0) return;
    if (done !== null) return listener.onFinal(tx, transaction, { ...done, gasCost: 0n });
    // The foreign transaction has used the nonce up, which is all that a no-op transaction is for.
    if (transaction.purpose.kind !== "noop") await insertTransactions(tx, [transaction]);
  });
}
