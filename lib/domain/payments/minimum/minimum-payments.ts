import { getChain, offeredChainIds } from "#lib/chain/chains.ts";
import { findCollectionCost } from "#lib/chain/gas-price.ts";
import { assetOf, findToken, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { modeOf, modeOfChain } from "#lib/core/account-mode.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatAtomic, multiplyUp, type Ratio, type Unit } from "#lib/core/money.ts";
import { getGasPolicy } from "#lib/domain/partners/gas-policy.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import { isGasCovered, minimumAmount, payerOf } from "#lib/domain/payments/minimum/gas-cover.ts";
import { fiatToFiat, fiatToToken, ratioIfAvailable } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** The minimum payment on a chain, in millionths of a US dollar; null when no amount covers the gas. */
export type ChainMinimum = { chainId: number; name: string; minimum: bigint | null };

/** A partner and the fee schedule of its payments. */
export type Payee = { partnerId: PartnerId; fees: FeeSchedule };

const microsPerCent = 10_000n;

/**
 * Returns the gas cost that a payment has to cover, in millionths of a dollar; null while it isn't known. Nothing on testnets, whose tokens
 * cover no gas: budgets limit it.
 */
async function costToCover(chainId: number): Promise<bigint | null> {
  return modeOfChain(chainId) === "test" ? 0n : findCollectionCost(chainId);
}

/**
 * Lists the minimum payment of each chain, the lowest first, from the current gas cost plus a quarter, so that a payment at the
 * minimum can still be paid when gas gets a little dearer. Leaves out chains whose gas cost isn't known yet.
 * @param chainIds the chains to list; those of the partner's mode by default.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function listMinimums(
  { partnerId, fees }: Payee,
  rates: RateSource,
  chainIds: readonly number[] = offeredChainIds(modeOf(partnerId)),
): Promise<ChainMinimum[]> {
  const costs = await Promise.all(chainIds.map(async (id) => ({ id, cost: await costToCover(id) })));
  if (costs.every(({ cost }) => cost === null || cost === 0n)) {
    return costs.flatMap(({ id, cost }) => (cost === null ? [] : [toMinimum(id, 0n)]));
  }
  const payer = payerOf((await getGasPolicy(partnerId)).payer, fees);
  const inCents = fees.fixed === 0n ? null : await fiatToFiat(rates, fees.currency, "USD");
  const fixed = inCents === null ? 0n : (fees.fixed * microsPerCent * inCents.numerator) / inCents.denominator;
  const terms = { payer, fixed, partsPerMillion: fees.partsPerMillion };
  return costs
    .flatMap(({ id, cost }) => (cost === null ? [] : [toMinimum(id, minimumAmount((cost * 5n + 3n) / 4n, terms))]))
    .toSorted((a, b) => compare(a.minimum, b.minimum));
}

function toMinimum(chainId: number, minimum: bigint | null): ChainMinimum {
  return { chainId, name: getChain(chainId).name, minimum };
}

function compare(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Number(a > b) - Number(a < b);
}

/**
 * Requires that an amount reaches the minimum of at least one chain that it can be paid on. A chain whose gas
 * cost isn't known yet has none.
 * @param worth the amount in millionths of a US dollar.
 * @throws TillError `params_validation` on `amount.value` that names the lowest minimum in the amount's unit;
 * `bad_gateway` when the rate source fails.
 */
export async function requireMinimum(payee: Payee, unit: Unit, worth: bigint, rates: RateSource): Promise<void> {
  const chainIds = chainsOf(payee, unit);
  const minimums = await listMinimums(payee, rates, chainIds);
  if (minimums.length < chainIds.length) return;
  const [lowest] = minimums;
  if (lowest === undefined || minimums.some(({ minimum }) => minimum !== null && worth >= minimum)) return;
  if (lowest.minimum === null) {
    throw invalidField("amount.value", `can't be paid now: the fee doesn't cover network costs on ${lowest.name}`);
  }
  const least = await formatMicros(unit, lowest.minimum, rates);
  throw invalidField("amount.value", `must be at least ${least} to cover network costs on ${lowest.name}`);
}

function chainsOf({ partnerId }: Payee, unit: Unit): number[] {
  if (unit.kind === "fiat")
    return offeredChainIds(modeOf(partnerId)).filter((chainId) => tokensOfChain(chainId).length > 0);
  const token = findToken(unit.asset);
  return token === null ? [] : [token.chainId];
}

/** Formats millionths of a dollar in a unit, rounded up to two digits or the unit's own. */
async function formatMicros(unit: Unit, micros: bigint, rates: RateSource): Promise<string> {
  if (unit.kind === "fiat") {
    const decimals = findCurrency(unit.currency)?.decimals ?? 2;
    const known = await ratioIfAvailable(fiatToFiat(rates, "USD", unit.currency));
    const ratio = known ?? { numerator: 1n, denominator: 1n };
    return `${formatAtomic(fromMicros(micros, ratio), decimals)} ${unit.currency}`;
  }
  const token = findToken(unit.asset);
  if (token === null) return `${micros}`;
  const step = 10n ** BigInt(token.decimals - 2);
  const atomic = fromMicros(micros, await dollarsToToken(rates, token));
  return `${formatAtomic((atomic + step - 1n) / step, 2)} ${token.symbol}`;
}

function fromMicros(micros: bigint, perCent: Ratio): AtomicAmount {
  return multiplyUp(micros, { numerator: perCent.numerator, denominator: perCent.denominator * microsPerCent });
}

/** At par while there is no rate: a price in euro tokens needs none otherwise, and gas is only estimated. */
async function dollarsToToken(rates: RateSource, token: Token): Promise<Ratio> {
  const ratio = await ratioIfAvailable(fiatToToken(rates, "USD", token));
  return ratio ?? { numerator: 10n ** BigInt(token.decimals), denominator: 100n };
}

/**
 * Returns the smallest refund in a token that is worth its gas, which the operator pays: from the current gas
 * cost plus a quarter, so that it can still be signed when gas gets a little dearer.
 * @returns smallest units of the token; null while the gas cost isn't known.
 */
export async function findLeastRefund(token: Token, rates: RateSource): Promise<AtomicAmount | null> {
  const cost = await costToCover(token.chainId);
  if (cost === null || cost === 0n) return cost;
  const least = minimumAmount((cost * 5n + 3n) / 4n, { payer: "operator", fixed: 0n, partsPerMillion: 0 });
  return fromMicros(least ?? 0n, await dollarsToToken(rates, token));
}

/** The cost of sending money on a chain at the current price of gas, which the operator pays for. */
export type SendingCost = {
  /** Millionths of a US dollar. */
  cost: bigint;
  /** The smallest amount that is worth it, by token, in its smallest units. */
  least: ReadonlyMap<Caip19, AtomicAmount>;
};

/** Returns the cost of sending money on a chain; null while it isn't known. */
export async function findSendingCost(chainId: number, rates: RateSource): Promise<SendingCost | null> {
  const cost = await findCollectionCost(chainId);
  if (cost === null) return null;
  const worth = minimumAmount(cost, { payer: "operator", fixed: 0n, partsPerMillion: 0 }) ?? 0n;
  const least = tokensOfChain(chainId).map(async (token) => {
    return [assetOf(token), worth === 0n ? 0n : fromMicros(worth, await dollarsToToken(rates, token))] as const;
  });
  return { cost, least: new Map(await Promise.all(least)) };
}

/** Tells whether a refund is worth the current gas cost of its chain. @returns false as well while that isn't known. */
export async function coversRefundGas(token: Token, amount: AtomicAmount, rates: RateSource): Promise<boolean> {
  const cost = await costToCover(token.chainId);
  if (cost === null || cost === 0n) return cost === 0n;
  return isGasCovered(fromMicros(cost, await dollarsToToken(rates, token)), { payer: "operator", amount, fee: 0n });
}

/**
 * Tells whether a price in a token covers the current gas cost of its chain.
 * @param quote the amount and the fee in smallest units of the token.
 * @returns false as well while the gas cost isn't known.
 */
export async function coversGas(
  { partnerId, fees }: Payee,
  { token, amount, fee }: { token: Token; amount: bigint; fee: bigint },
  rates: RateSource,
): Promise<boolean> {
  const cost = await costToCover(token.chainId);
  if (cost === null || cost === 0n) return cost === 0n;
  const [policy, ratio] = await Promise.all([getGasPolicy(partnerId), dollarsToToken(rates, token)]);
  return isGasCovered(fromMicros(cost, ratio), { payer: payerOf(policy.payer, fees), amount, fee });
}
