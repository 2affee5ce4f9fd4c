import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { setPaused } from "#lib/chain/relay/wallets/wallets.ts";
import { database } from "#lib/db/pool.ts";

export type AffordableCheck = {
  queue: RelayQueue;
  /** Wei that the wallet has and that nothing under way may still take. */
  available: bigint;
  maxFeePerGas: bigint;
};

/** Fewer collections than this left in a wallet is worth an alarm, and what a collection takes at most for that sum. */
const lowBelow = { collections: 50n, gas: 150_000n };

/**
 * Which of these transactions the wallet can pay for, from the first on, at the fees that they are going to offer. A
 * wallet that can't pay for all is paused: new payments are given to others, if there are any, and an alarm is logged. It
 * goes on by itself when it can pay again. A wallet that is running low is an alarm before that.
 */
export async function affordable<T extends { gasLimit: bigint }>(
  { queue, available, maxFeePerGas }: AffordableCheck,
  transactions: readonly T[],
): Promise<T[]> {
  if (transactions.length === 0) return [];
  let left = available;
  const paid: T[] = [];
  for (const transaction of transactions) {
    const cost = transaction.gasLimit * maxFeePerGas;
    if (cost > left) break;
    left -= cost;
    paid.push(transaction);
  }
  const isPaused = paid.length < transactions.length;
  await setPaused(database, queue, isPaused);
  const facts = { ...queue, available, left };
  if (isPaused) raiseAlarm("relayer_balance", relayQueueKey(queue), facts, "a relayer wallet can't pay for gas");
  else if (left < lowBelow.collections * lowBelow.gas * maxFeePerGas) {
    raiseAlarm("relayer_low", relayQueueKey(queue), facts, "a relayer wallet runs low on gas money");
  }
  return paid;
}
