import { chainClient } from "#lib/chain/nodes/clients.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { type RelayRegistry, recordProgress } from "#lib/chain/relay/relay-registry.ts";
import { type RelayQueue, type RelaySubmission, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { listSent, moveTransactions } from "#lib/chain/relay/repository.ts";
import { readSendError, type SendResult } from "#lib/chain/relay/sending/send-result.ts";
import { listRelaySubmissions } from "#lib/chain/relay/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const perPass = 500;

/**
 * Sends a queue's signed transactions in nonce order, each by its submission with the highest fee. Safe to repeat: the bytes
 * are the same each time, and a node that has them says so.
 * @param states `["signed"]` for those never sent; add `"broadcast"` for those that the pool may have dropped.
 * @returns how many there were to send, and whether a node said that a nonce is used.
 */
export async function broadcastSigned(
  queue: RelayQueue,
  states: readonly ("signed" | "broadcast")[],
  registry: RelayRegistry,
): Promise<{ count: number; hasUsedNonce: boolean }> {
  const transactions = await listSent(database, queue, states, perPass);
  if (transactions.length === 0) return { count: 0, hasUsedNonce: false };
  const submissions = await listRelaySubmissions(database, transactions);
  const results = await Promise.all(
    transactions.map(({ id }) => sendSubmission(queue.chainId, submissions.get(id)?.at(-1))),
  );
  const sent = transactions.filter((_, index) => results[index] === "accepted" || results[index] === "nonce_used");
  const fresh = sent.filter(({ state }) => state === "signed");
  const moved = await recordProgress(registry, fresh, "broadcast", (tx, ids) =>
    moveTransactions(tx, ids, ["signed"], "broadcast"),
  );
  for (const transaction of moved) reachRelayFaultPoint(transaction, "broadcast");
  const failed = transactions.length - sent.length;
  if (failed > 0)
    log().warn({ ...queue, count: failed, results: tally(results) }, "a node did not accept transactions");
  if (results.includes("insufficient_funds")) {
    raiseAlarm("relayer_balance", relayQueueKey(queue), queue, "a relayer wallet can't pay for gas");
  }
  return { count: transactions.length, hasUsedNonce: results.includes("nonce_used") };
}

/** Sends a persisted submission; a node's error becomes the result. @throws Error when there is no submission. */
export async function sendSubmission(chainId: number, submission: RelaySubmission | undefined): Promise<SendResult> {
  if (submission === undefined) throw new Error("a signed relay transaction has no submission");
  try {
    await chainClient(chainId).sendRawTransaction({ serializedTransaction: submission.raw });
    return "accepted";
  } catch (error) {
    return readSendError(error);
  }
}

function tally(results: readonly SendResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}
