import { parseDecimal, type Ratio } from "#lib/core/money.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { rateIn } from "#lib/domain/payments/rates/rate-table.ts";

const par: Ratio = { numerator: 1n, denominator: 1n };

/**
 * A fixed table of rates, with the dollar at par.
 * @param inDollars dollars per unit of each other currency: plain decimals by ISO 4217 code.
 * @throws Error when one is not a positive decimal.
 */
export function createStaticRateSource(inDollars: Readonly<Record<string, string>>): RateSource {
  const others = Object.entries(inDollars).map(([code, text]): [string, Ratio] => {
    const worth = parseDecimal(text);
    if (worth === null) throw new Error(`${code} ${text} is not a rate: use a positive decimal`);
    return [code, worth];
  });
  const table = new Map<string, Ratio>([["USD", par], ...others]);
  return { rate: async (base, quote) => rateIn(table, base, quote) };
}
