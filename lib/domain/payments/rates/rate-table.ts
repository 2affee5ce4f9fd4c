import { invertRatio, multiplyRatios, type Ratio } from "#lib/core/money.ts";

/** What one unit of each currency is worth in a unit that they all share, by ISO 4217 code. */
export type RateTable = ReadonlyMap<string, Ratio>;

/** Units of `quote` that one unit of `base` is worth, by way of the shared unit, exactly; null when one is not there. */
export function rateIn(table: RateTable, base: string, quote: string): Ratio | null {
  const [from, to] = [table.get(base), table.get(quote)];
  return from && to ? multiplyRatios(from, invertRatio(to)) : null;
}
