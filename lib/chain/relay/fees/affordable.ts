import { reportGas } from "#lib/chain/relay/fees/report-gas.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { setPaused } from "#lib/chain/relay/wallets/wallets.ts";
import { database } from "#lib/db/pool.ts";

export type GasBudget = {
  queue: RelayQueue;
  /** The wallet's balance in wei, less what its signed transactions may still cost. */
  available: bigint;
  maxFeePerGas: bigint;
};

/** The most gas that a collection is assumed to use. */
export const assumedCollectionGas = 150_000n;
/** A balance for fewer collections than this raises an alarm. */
export const lowBelowCollections = 50n;

/** True for a balance in wei that suffices for fewer than 50 collections at this price. */
export function isLow(balance: bigint, maxFeePerGas: bigint): boolean {
  return balance < lowBelowCollections * assumedCollectionGas * maxFeePerGas;
}

/**
 * Selects the transactions that the wallet can pay for at `maxFeePerGas`, in order, up to the first that it can't. A wallet
 * that can't pay for all of them is paused until it can: new payments use other wallets if there are any, and an alarm is
 * raised. A low balance raises an alarm before that. A transaction that sends native coin waits while that would leave too
 * little, and pauses nothing: it is the operator's, and gas for payments comes first.
 */
export async function selectAffordable<T extends { gasLimit: bigint; transaction: { value: bigint } }>(
  { queue, available, maxFeePerGas }: GasBudget,
  transactions: readonly T[],
): Promise<T[]> {
  if (transactions.length === 0) return [];
  let left = available;
  const affordable: T[] = [];
  const calls = transactions.filter(({ transaction }) => transaction.value === 0n);
  for (const call of calls) {
    const cost = call.gasLimit * maxFeePerGas;
    if (cost > left) break;
    left -= cost;
    affordable.push(call);
  }
  const isPaused = affordable.length < calls.length;
  for (const sending of transactions.filter(({ transaction }) => transaction.value > 0n)) {
    const cost = sending.gasLimit * maxFeePerGas + sending.transaction.value;
    if (isPaused || cost > left) continue;
    left -= cost;
    affordable.push(sending);
  }
  if (calls.length > 0) await setPaused(database, queue, isPaused);
  reportGas(queue, { canPay: !isPaused, isLow: isLow(left, maxFeePerGas) }, { available, left });
  return affordable;
}
