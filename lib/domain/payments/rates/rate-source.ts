import type { Ratio } from "#lib/core/money.ts";

/** A source of exchange rates. */
export type RateSource = {
  /**
   * Returns the value of one unit of `base` in units of `quote`: ISO 4217 codes, major units.
   * @returns null when the source does not know one of them.
   * @throws TillError `bad_gateway` when the source can't be reached and its last rates are too old.
   */
  rate(base: string, quote: string): Promise<Ratio | null>;
  /** True while the source says that a token with that symbol is off its peg. Left out by a source without such prices. */
  isPaused?(symbol: string): boolean;
  /** When the current rates become too old to be used. Left out by a source whose rates have no age. */
  usableUntil?(): Date;
};
