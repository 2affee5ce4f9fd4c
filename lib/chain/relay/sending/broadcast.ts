import { chainClient } from "#lib/chain/clients.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import {
  type RelayListener,
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
  type Submission,
} from "#lib/chain/relay/relay-transaction.ts";
import { listByState, moveTransactions } from "#lib/chain/relay/repository.ts";
import { readSendError, type SendAnswer } from "#lib/chain/relay/sending/send-answer.ts";
import { listSubmissions } from "#lib/chain/relay/sending/submissions.ts";
import { database } from "#lib/db/pool.ts";
import { log } from "#lib/log/log.ts";

const perPass = 500;

/**
 * Sends a queue's persisted transactions in nonce order, each in the form that bids most. Repeatable: the bytes are the
 * same each time, so a node that has them says so.
 * @param states `["signed"]` for those never sent, with `"broadcast"` also those that may have been dropped.
 * @returns how many there were to send, and whether a node said that a nonce is used up.
 */
export async function broadcastSigned(
  queue: RelayQueue,
  states: readonly ("signed" | "broadcast")[],
  listener: RelayListener,
): Promise<{ count: number; hasUsedNonce: boolean }> {
  const transactions = await listByState(database, queue, states, perPass);
  if (transactions.length === 0) return { count: 0, hasUsedNonce: false };
  const submissions = await listSubmissions(database, transactions);
  const answers = await Promise.all(transactions.map(({ id }) => send(queue.chainId, submissions.get(id)?.at(-1))));
  const sent = transactions.filter((_, index) => answers[index] === "accepted" || answers[index] === "nonce_used");
  const fresh = sent.filter(({ state }) => state === "signed");
  if (fresh.length > 0) await recordSent(fresh, listener);
  const short = transactions.length - sent.length;
  if (short > 0) log().warn({ ...queue, count: short, answers: tally(answers) }, "transactions were not accepted");
  if (answers.includes("out_of_gas_money")) {
    raiseAlarm("relayer_balance", relayQueueKey(queue), queue, "a relayer wallet can't pay for gas");
  }
  return { count: transactions.length, hasUsedNonce: answers.includes("nonce_used") };
}

async function recordSent(fresh: readonly RelayTransaction[], listener: RelayListener): Promise<void> {
  await moveTransactions(
    database,
    fresh.map(({ id }) => id),
    ["signed"],
    "broadcast",
  );
  await listener.onProgress(
    database,
    fresh.map(({ purpose }) => purpose),
    "broadcast",
  );
  for (const transaction of fresh) reachRelayFaultPoint(transaction, "broadcast");
}

/** Sends what was signed and persisted. @throws Error when nothing was; what the node says against it is the answer. */
export async function send(chainId: number, submission: Submission | undefined): Promise<SendAnswer> {
  if (submission === undefined) throw new Error("a signed relay transaction has no submission");
  try {
    await chainClient(chainId).sendRawTransaction({ serializedTransaction: submission.raw });
    return "accepted";
  } catch (error) {
    return readSendError(error);
  }
}

function tally(answers: readonly SendAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}
