import { invertRatio, multiplyRatios, parseDecimal, type Ratio } from "#lib/core/money.ts";
import type { RateSource } from "#lib/domain/rates/rate-source.ts";
import { env } from "#lib/env/env.ts";

const par: Ratio = { numerator: 1n, denominator: 1n };

/**
 * A fixed table: dollars at par, euros at a configured rate.
 * @param eurUsd dollars for one euro, a plain decimal.
 * @throws Error when it is not a positive decimal.
 */
export function createStaticRateSource(eurUsd: string): RateSource {
  const euro = parseDecimal(eurUsd);
  if (euro === null) throw new Error(`${eurUsd} is not a rate`);
  const inDollars = new Map<string, Ratio>([
    ["USD", par],
    ["EUR", euro],
  ]);
  return {
    async rate(base, quote) {
      const [from, to] = [inDollars.get(base), inDollars.get(quote)];
      return from && to ? multiplyRatios(from, invertRatio(to)) : null;
    },
  };
}

let configured: RateSource | undefined;

/** The rate source of this installation. */
export function rateSource(): RateSource {
  configured ??= createStaticRateSource(env().EUR_USD_RATE);
  return configured;
}
