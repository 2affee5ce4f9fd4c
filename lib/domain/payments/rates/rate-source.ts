import type { Ratio } from "#lib/core/money.ts";

/** Where prices come from. */
export type RateSource = {
  /**
   * Units of `quote` that one unit of `base` is worth, both ISO 4217 codes in major units.
   * @returns null when the source does not know one of them.
   * @throws TillError `bad_gateway` when the source can't be reached and what it last said is too old.
   */
  rate(base: string, quote: string): Promise<Ratio | null>;
};
