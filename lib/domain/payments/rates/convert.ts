import { assetOf, type Token } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { isTillError } from "#lib/core/errors.ts";
import { type Money, multiplyRatios, type Ratio } from "#lib/core/money.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * Returns the ratio that converts smallest units of a currency into those of a token, at par with its `peg`.
 * @returns null when the rate source does not know the currency.
 */
export async function fiatToToken(rates: RateSource, currencyCode: string, token: Token): Promise<Ratio | null> {
  const currency = findCurrency(currencyCode);
  const rate = await rates.rate(currencyCode, token.peg);
  if (currency === null || rate === null) return null;
  const scale = { numerator: 10n ** BigInt(token.decimals), denominator: 10n ** BigInt(currency.decimals) };
  return multiplyRatios(rate, scale);
}

/**
 * Returns the ratio that converts an amount's smallest units into those of a token: a fiat amount at the source's rate, a
 * token amount one to one in the same token.
 * @returns null when the amount can't be paid in that token.
 */
export async function amountToToken(rates: RateSource, { unit }: Money, token: Token): Promise<Ratio | null> {
  if (unit.kind === "fiat") return fiatToToken(rates, unit.currency, token);
  return unit.asset === assetOf(token) ? { numerator: 1n, denominator: 1n } : null;
}

/**
 * Returns the ratio that converts the fixed part of a fee schedule into smallest units of a token, without a rate when there is
 * no fixed part.
 * @returns null when the rate source does not know the schedule's currency.
 */
export function fixedFeeToToken(rates: RateSource, fees: FeeSchedule, token: Token): Promise<Ratio | null> {
  return fees.fixed === 0n ? Promise.resolve(noFee) : fiatToToken(rates, fees.currency, token);
}

/** Like {@link fixedFeeToToken}, into smallest units of a currency. */
export function fixedFeeToFiat(rates: RateSource, fees: FeeSchedule, currency: string): Promise<Ratio | null> {
  return fees.fixed === 0n ? Promise.resolve(noFee) : fiatToFiat(rates, fees.currency, currency);
}

const noFee: Ratio = { numerator: 0n, denominator: 1n };

/** Returns the ratio that converts smallest units of one currency into those of another; null when one is unknown. */
export async function fiatToFiat(rates: RateSource, from: string, to: string): Promise<Ratio | null> {
  const source = findCurrency(from);
  const target = findCurrency(to);
  const rate = await rates.rate(from, to);
  if (source === null || target === null || rate === null) return null;
  const scale = { numerator: 10n ** BigInt(target.decimals), denominator: 10n ** BigInt(source.decimals) };
  return multiplyRatios(rate, scale);
}

/** Returns what a conversion gives, and null also while its rate is unavailable: for estimates and sorting, which do without. */
export async function ratioIfAvailable(ratio: Promise<Ratio | null>): Promise<Ratio | null> {
  return ratio.catch((error: unknown) => {
    if (isTillError(error) && error.code === "bad_gateway") return null;
    throw error;
  });
}
