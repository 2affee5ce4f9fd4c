import { tokens } from "#lib/chain/tokens.ts";
import { parseDecimal, type Ratio } from "#lib/core/money.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { rateIn } from "#lib/domain/payments/rates/rate-table.ts";

const par: Ratio = { numerator: 1n, denominator: 1n };

/** The currencies that tokens are pegged to. Each is at par with itself, whatever the table has. */
const pegs: ReadonlySet<string> = new Set(tokens.map(({ peg }) => peg));

/**
 * A fixed table of rates, with the dollar at par. With an empty one, only tokens at par with the currency of a price can be paid.
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
  return {
    rate: async (base, quote) => (base === quote && pegs.has(base) ? par : rateIn(table, base, quote)),
  };
}
