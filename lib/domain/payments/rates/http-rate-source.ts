import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { fetchRateDocument } from "#lib/domain/payments/rates/fetch-rate-document.ts";
import { parseRateDocument } from "#lib/domain/payments/rates/rate-document.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { type RateTable, rateIn } from "#lib/domain/payments/rates/rate-table.ts";
import { log } from "#lib/log/log.ts";

/** A source that went wrong is left alone for so long. */
export const retryAfterMs = 10_000;

export type HttpRateOptions = {
  url: string;
  /** The age from which on rates are asked for anew, while what is there goes on being used. */
  refreshMs: number;
  /** The age from which on they are not used any more. Counted from the moment before they were asked for. */
  staleMs: number;
  /** For one question, from first to last byte. */
  timeoutMs: number;
};

export type HttpRateSource = RateSource & {
  /** Asks for new rates in the background if it is time for that, and nobody does already. */
  refreshIfDue(): void;
};

/**
 * Rates that another host publishes (for the form see parseRateDocument). The last good answer is kept and used
 * until it is stale; one question at a time is asked, and only who finds nothing usable waits for it. An answer that
 * is refused changes nothing. Of a currency in itself there is nothing to ask: it is at par, whatever the source does.
 */
export function createHttpRateSource({ url, refreshMs, staleMs, timeoutMs }: HttpRateOptions): HttpRateSource {
  let table: RateTable = new Map();
  let askedForAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const sinceMs = (momentMs: number) => clock.now().getTime() - momentMs;
  const isStale = () => sinceMs(askedForAtMs) >= staleMs;

  async function ask(): Promise<void> {
    const now = clock.now();
    try {
      table = parseRateDocument(await fetchRateDocument(url, timeoutMs), now);
      askedForAtMs = now.getTime();
    } catch (error) {
      failedAtMs = clock.now().getTime();
      const what = isStale() ? "there are no exchange rates" : "exchange rates could not be refreshed";
      log()[isStale() ? "error" : "warn"]({ alarm: "rates_down", err: error }, what);
    }
  }

  function refresh(): Promise<void> {
    if (sinceMs(failedAtMs) < retryAfterMs) return Promise.resolve();
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  }

  function refreshIfDue(): void {
    if (sinceMs(askedForAtMs) >= refreshMs) void refresh();
  }

  return {
    refreshIfDue,
    async rate(base, quote) {
      if (base === quote) return { numerator: 1n, denominator: 1n };
      if (isStale()) await refresh();
      else refreshIfDue();
      if (isStale()) {
        throw new TillError("bad_gateway", { message: "The exchange rates are not available. Try again." });
      }
      return rateIn(table, base, quote);
    },
  };
}
