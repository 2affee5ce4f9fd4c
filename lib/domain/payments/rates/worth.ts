import { findToken, tokens } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { type AtomicAmount, type Money, multiplyDown, type Ratio } from "#lib/core/money.ts";
import { fiatToFiat, ratioIfAvailable } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** An amount converted for sums and sorting. */
export type Worth = {
  /** The requested fiat amount, or a token amount at the par of its peg; smallest units of the currency, rounded down. */
  fiat: { currency: string; value: AtomicAmount };
  /**
   * Millionths of a US dollar at the current rate, rounded down, so that amounts of all currencies sort together. At par for the
   * currency of a peg while there is no rate, because it only sorts. Capped at 78 digits, the size of the column.
   */
  amountRank: AtomicAmount;
};

const highestRank = 10n ** 78n - 1n;

/**
 * Converts an amount to fiat; null when the rate source has no rate for its currency.
 * @throws TillError `bad_gateway` when the rate is unavailable, except for the currency of a peg: its tokens are at par.
 */
export async function worthOf(rates: RateSource, amount: Money): Promise<Worth | null> {
  const fiat = toFiat(amount);
  const ratio = fiat && (await ratioToDollar(rates, fiat.currency));
  if (fiat === null || ratio === null) return null;
  const cents = { numerator: ratio.numerator * 10_000n, denominator: ratio.denominator };
  const rank = multiplyDown(fiat.value, cents);
  return { fiat, amountRank: rank < highestRank ? rank : highestRank };
}

/** Cents for cents without a rate for the currency of a peg, which has as many digits as the dollar. */
async function ratioToDollar(rates: RateSource, currency: string): Promise<Ratio | null> {
  const ratio = fiatToFiat(rates, currency, "USD");
  if (!tokens.some(({ peg }) => peg === currency)) return ratio;
  return (await ratioIfAvailable(ratio)) ?? { numerator: 1n, denominator: 1n };
}

function toFiat({ unit, value }: Money): Worth["fiat"] | null {
  if (unit.kind === "fiat") return { currency: unit.currency, value };
  const token = findToken(unit.asset);
  const currency = token && findCurrency(token.peg);
  if (!token || !currency) return null;
  const scale = { numerator: 10n ** BigInt(currency.decimals), denominator: 10n ** BigInt(token.decimals) };
  return { currency: currency.code, value: multiplyDown(value, scale) };
}
