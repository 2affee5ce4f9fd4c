import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { DepegGuard } from "#lib/domain/payments/rates/depeg-guard.ts";
import { fetchRateDocument } from "#lib/domain/payments/rates/fetch-rate-document.ts";
import { parseRateDocument } from "#lib/domain/payments/rates/rate-document.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { type RateTable, rateIn } from "#lib/domain/payments/rates/rate-table.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** The pause after a failed request. */
export const retryAfterMs = 10_000;

export type HttpRateOptions = {
  url: string;
  /** The age at which rates are refreshed in the background while they stay in use. */
  refreshMs: number;
  /** The age at which rates are no longer used, counted from the start of their request. */
  staleMs: number;
  /** The age that the rates may have by their own date or timestamp. A week when left out. */
  maxAgeMs?: number;
  /** The time limit of one request, from first to last byte. */
  timeoutMs: number;
};

export type HttpRateSource = RateSource & {
  /** Starts a refresh in the background if one is due and none is running. */
  refreshIfDue(): void;
};

/**
 * Rates published by another host (for the format see parseRateDocument). Keeps the last valid response until it is stale.
 * Runs one request at a time, and callers wait for it only when there are no usable rates. An invalid response changes
 * nothing. A currency is at par with itself, without a request. Prices of stablecoins that the source lists are watched by a
 * {@link DepegGuard}.
 */
export function createHttpRateSource(options: HttpRateOptions): HttpRateSource {
  const { url, refreshMs, staleMs, maxAgeMs, timeoutMs } = options;
  const guard = new DepegGuard();
  let table: RateTable = new Map();
  let requestedAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  /** A moment in the future was noted before the clock was set back: how long ago that was isn't known. */
  const sinceMs = (momentMs: number) => {
    const passedMs = clock.now().getTime() - momentMs;
    return passedMs < 0 ? Number.POSITIVE_INFINITY : passedMs;
  };
  const isStale = () => sinceMs(requestedAtMs) >= staleMs;

  async function load(): Promise<void> {
    const now = clock.now();
    try {
      table = parseRateDocument(await fetchRateDocument(url, timeoutMs), now, maxAgeMs);
      requestedAtMs = now.getTime();
      guard.observe(table);
      for (const kind of ["rates_down", "rates_stale"] as const)
        endAlarm(kind, "all", {}, "exchange rates are refreshed again");
    } catch (error) {
      failedAtMs = clock.now().getTime();
      if (isStale())
        raiseAlarm(
          "rates_stale",
          "all",
          { err: error },
          "there are no exchange rates; prices that need one are refused",
        );
      else raiseAlarm("rates_down", "all", { err: error }, "exchange rates could not be refreshed");
    }
  }

  function refresh(): Promise<void> {
    if (sinceMs(failedAtMs) < retryAfterMs) return Promise.resolve();
    running ??= load().finally(() => {
      running = null;
    });
    return running;
  }

  function refreshIfDue(): void {
    if (sinceMs(requestedAtMs) >= refreshMs) void refresh();
  }

  return {
    refreshIfDue,
    isPaused(symbol) {
      refreshIfDue();
      return guard.isPaused(symbol);
    },
    usableUntil: () => new Date(requestedAtMs + staleMs),
    async rate(base, quote) {
      if (base === quote) return { numerator: 1n, denominator: 1n };
      if (isStale()) await refresh();
      else refreshIfDue();
      if (isStale()) {
        throw new TillError("bad_gateway", {
          message: "The exchange rates are unavailable because their source did not answer. Try again.",
        });
      }
      return rateIn(table, base, quote);
    },
  };
}
