import { collectionGas, findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { chainIdOf } from "#lib/core/caip.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findSendingCost, type SendingCost } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { type Payout, setWaits } from "#lib/domain/payments/payouts/repository.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { readGasToday } from "#lib/domain/platform/gas-budget/read-gas-today.ts";
import { tryReserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";

/** The cost of a payout on a chain at the current price of gas, and the amounts that are worth it; null while it isn't known. */
export function findPayoutCost(chainId: number): Promise<SendingCost | null> {
  return findSendingCost(chainId, rateSource());
}

/**
 * Selects the payouts that are worth their gas at the current price, or for which a person has accepted what
 * it costs. The rest stays pending, marked, and is listed again once gas is cheaper (`markGasWaits`).
 */
export async function selectWorth(payouts: readonly Payout[]): Promise<Payout[]> {
  const groups = Map.groupBy(payouts, ({ asset }) => chainIdOf(asset));
  const selected = [...groups].map(async ([chainId, ofChain]) => {
    const costs = await findPayoutCost(chainId);
    const worth = costs === null ? [] : ofChain.filter((payout) => isWorth(payout, costs));
    const rest = ofChain.filter((payout) => !worth.includes(payout)).map(({ paymentId }) => paymentId);
    await setWaits(database, rest, "gas_price");
    return worth;
  });
  return (await Promise.all(selected)).flat();
}

function isWorth({ asset, amount, gasAccepted }: Payout, { cost, least }: SendingCost): boolean {
  const from = least.get(asset);
  return (gasAccepted !== null && gasAccepted >= cost) || (from !== undefined && amount >= from);
}

/**
 * Selects the payouts whose gas fits into what their partners' budgets have left of the day, in order, so
 * that no others are signed. The rest stays pending, marked. Only {@link reservePayoutGas} reserves it.
 */
export async function selectWithinBudgets(payouts: readonly Payout[]): Promise<Payout[]> {
  const left = new Map<PartnerId, bigint | null>();
  const within: Payout[] = [];
  for (const payout of payouts) {
    const { partnerId, asset } = payout;
    const costs = await findPayoutCost(chainIdOf(asset));
    if (!left.has(partnerId)) left.set(partnerId, await readLeft(partnerId));
    const available = left.get(partnerId) ?? null;
    const cost = withMargin(costs?.cost ?? 0n);
    if (available !== null && cost > available) continue;
    if (available !== null) left.set(partnerId, available - cost);
    within.push(payout);
  }
  const rest = payouts.filter((payout) => !within.includes(payout)).map(({ paymentId }) => paymentId);
  await setWaits(database, rest, "gas_budget");
  return within;
}

/** Null without a budget. */
async function readLeft(partnerId: PartnerId): Promise<bigint | null> {
  const { used, budget } = await readGasToday(database, partnerId);
  return budget === null ? null : budget - used;
}

/** Adds a quarter to a cost of gas, which may get dearer until it is spent, as confirms do. */
export function withMargin(cost: bigint): bigint {
  return (cost * 5n + 3n) / 4n;
}

/**
 * Reserves the gas of payouts in their partners' budgets of the day, as confirms do for collections: at a
 * price a quarter above the current one, and the receipts replace it. Call it in the transaction that queues
 * them, with their rows locked.
 * @returns those whose gas is reserved. The others are marked and stay pending until the next day, or a higher budget.
 * @throws Error while the price of gas isn't known.
 */
export async function reservePayoutGas(tx: Tx, payouts: readonly Payout[]): Promise<Payout[]> {
  const reserved: Payout[] = [];
  const refused: Payout[] = [];
  for (const payout of payouts) {
    const { paymentId, attempt, partnerId, asset } = payout;
    const chainId = chainIdOf(asset);
    const price = await findGasPrice(chainId);
    if (price === null) throw new Error(`the gas price of chain ${chainId} isn't known`);
    const wei = withMargin(gasCostAt(price, collectionGas));
    const needs = [{ kind: "payout", gas: collectionGas, wei }] as const;
    const budget = await tryReserveGas(tx, { partnerId, chainId, payout: { paymentId, attempt }, needs });
    (budget === null ? reserved : refused).push(payout);
  }
  await setWaits(
    tx,
    refused.map(({ paymentId }) => paymentId),
    "gas_budget",
  );
  return reserved;
}
