import { processSingleton } from "#lib/core/process-singleton.ts";
import { createHttpRateSource, retryAfterMs } from "#lib/domain/payments/rates/http-rate-source.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { createStaticRateSource } from "#lib/domain/payments/rates/static-rate-source.ts";
import { env } from "#lib/env/env.ts";

/**
 * The rate source of this installation: `RATES_URL` if set, otherwise the fixed rates of `EUR_USD_RATE` and
 * `STATIC_RATES`, of which there are none by default. Call it at start: an HTTP source loads its rates on the
 * first call and refreshes them in the background from then on.
 */
export const rateSource = processSingleton("rate-source", (): RateSource => {
  const { RATES_URL: url, RATES_REFRESH_SECONDS, RATES_STALE_SECONDS, RATES_MAX_AGE_SECONDS } = env();
  const { EUR_USD_RATE, STATIC_RATES } = env();
  if (url === undefined) {
    return createStaticRateSource({ ...(EUR_USD_RATE === undefined ? {} : { EUR: EUR_USD_RATE }), ...STATIC_RATES });
  }
  const refreshMs = RATES_REFRESH_SECONDS * 1_000;
  const staleMs = RATES_STALE_SECONDS * 1_000;
  const maxAgeMs = RATES_MAX_AGE_SECONDS * 1_000;
  const source = createHttpRateSource({ url, refreshMs, staleMs, maxAgeMs, timeoutMs: 5_000 });
  source.refreshIfDue();
  setInterval(source.refreshIfDue, retryAfterMs).unref();
  return source;
});
