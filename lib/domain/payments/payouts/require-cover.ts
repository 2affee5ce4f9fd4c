import { readBalancesAt } from "#lib/chain/asset-balance.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { type Address, toCaip19 } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import { readDebts } from "#lib/domain/payments/payouts/debts-repository.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

const readings = processSingleton("treasury-shortages", () => new Map<string, Promise<void>>());

/**
 * Requires that a treasury has, of a token, all that it owes to anyone: otherwise the first to be paid would
 * be paid with the money of others. Concurrent calls share a reading of two balances.
 * @throws Error when it has less, with the alarm `treasury_short`, or when a node fails. A payout that a
 * stranger has submitted may make it look short until that is recorded, so the relay asks again in a moment.
 */
export function requireCover(queue: RelayQueue, token: Address): Promise<void> {
  const key = `${queue.chainId} ${queue.wallet} ${token}`;
  const known = readings().get(key);
  if (known !== undefined) return known;
  const reading = compare(queue, token).finally(() => readings().delete(key));
  readings().set(key, reading);
  return reading;
}

async function compare({ chainId, wallet }: RelayQueue, token: Address): Promise<void> {
  const asset = toCaip19({ chainId, address: token });
  // Debts before balances: money that is owed by now has arrived in a final block.
  const { owed, underWay } = await readDebts(database, { chainId, wallet, asset });
  const owedAt = (nextNonce: bigint) => {
    const toCome = underWay.filter(({ nonce }) => nonce === null || nonce >= nextNonce);
    return toCome.reduce((sum, { amount }) => sum + amount, owed);
  };
  const balances = await readBalancesAt(chainId, wallet, token);
  const short = balances.find(({ balance, nextNonce }) => balance < owedAt(nextNonce));
  if (short === undefined) return;
  const facts = { chainId, wallet, asset, owed: `${owedAt(short.nextNonce)}`, balance: `${short.balance}` };
  const message = "a treasury has less than it owes, so its payouts wait: find out where the rest went, or add it";
  raiseAlarm("treasury_short", `${wallet} ${asset}`, facts, message);
  throw new Error(`${wallet} has less of ${asset} than it owes`);
}
