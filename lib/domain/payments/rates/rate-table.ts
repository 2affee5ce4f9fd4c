import { invertRatio, multiplyRatios, type Ratio } from "#lib/core/money.ts";

/** The value of one unit of each currency in a shared base, by ISO 4217 code. */
export type RateTable = ReadonlyMap<string, Ratio>;

/** Returns the exact value of one unit of `base` in units of `quote`; null when the table lacks one of them. */
export function rateIn(table: RateTable, base: string, quote: string): Ratio | null {
  const from = table.get(base);
  const to = table.get(quote);
  return from && to ? multiplyRatios(from, invertRatio(to)) : null;
}
