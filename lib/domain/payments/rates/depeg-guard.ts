import { type Token, tokens } from "#lib/chain/tokens.ts";
import { formatAtomic, multiplyDown, type Ratio } from "#lib/core/money.ts";
import { type RateTable, rateIn } from "#lib/domain/payments/rates/rate-table.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/** A token further off its peg than this is paused, in percent. */
const pauseBeyond = 2n;
/** It is offered again once it is as close as this, so that a price around the limit doesn't switch it on and off. */
const resumeWithin = 1n;

type Pegged = Pick<Token, "symbol" | "peg">;

const pegged: readonly Pegged[] = [...new Map(tokens.map(({ symbol, peg }) => [symbol, { symbol, peg }])).values()];

/**
 * Watches the prices of stablecoins, which a rate source may list under their symbols. A token that is more than 2 % off its peg
 * is paused, with the alarm `depegged`, until it is within 1 % again. While the source doesn't show a token's price, nothing
 * changes: a paused token stays paused.
 */
export class DepegGuard {
  readonly #paused = new Set<string>();
  #hasPrices = true;

  /** Looks at the prices in a new response of the source. */
  observe(table: RateTable): void {
    const priced = pegged.flatMap(({ symbol, peg }) => {
      const price = rateIn(table, symbol, peg);
      return price === null ? [] : [{ symbol, peg, price }];
    });
    for (const one of priced) this.#judge(one);
    if (this.#hasPrices && priced.length === 0) {
      log().warn(
        "the exchange rate source lists no prices of stablecoins, so a token that loses its peg isn't noticed",
      );
    }
    this.#hasPrices = priced.length > 0;
  }

  /** True while a token with that symbol is paused. */
  isPaused(symbol: string): boolean {
    return this.#paused.has(symbol);
  }

  #judge({ symbol, peg, price }: Pegged & { price: Ratio }): void {
    const facts = { symbol, peg, price: formatAtomic(multiplyDown(1_000_000n, price), 6) };
    if (isFurtherThan(price, this.#paused.has(symbol) ? resumeWithin : pauseBeyond)) {
      this.#paused.add(symbol);
      raiseAlarm("depegged", symbol, facts, `${symbol} is off its peg; it isn't offered until it is back`);
    } else if (this.#paused.delete(symbol)) {
      endAlarm("depegged", symbol, facts, `${symbol} is back at its peg; it is offered again`);
    }
  }
}

/** True when a price is more than that many percent away from 1. */
function isFurtherThan({ numerator, denominator }: Ratio, percent: bigint): boolean {
  const distance = numerator > denominator ? numerator - denominator : denominator - numerator;
  return distance * 100n > denominator * percent;
}
