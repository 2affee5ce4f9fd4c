import { type Budget, createBudget } from "#lib/api/rate-limit/budget.ts";
import { connectRedis } from "#lib/api/rate-limit/connect-redis.ts";
import { Doorkeeper } from "#lib/api/rate-limit/doorkeeper.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";

export type RateLimits = {
  /** By id of an API key. */
  perKey: Budget;
  /** By App-Id and address: an App-Id is public, and who floods with it must not lock out everybody else's wallet. */
  perApp: Budget;
  /** By address, of requests that were not let in. */
  perAddress: Budget;
  doorkeeper: Doorkeeper;
};

/** The process's limits, as configured; connects to Redis when first asked for. */
export const rateLimits = processSingleton("rate-limits", (): RateLimits => {
  const { REDIS_URL, RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const redis = REDIS_URL === undefined ? null : connectRedis(REDIS_URL);
  return {
    perKey: createBudget({ policy: "key", perMinute: RATE_LIMIT_PER_KEY, redis }),
    perApp: createBudget({ policy: "app", perMinute: RATE_LIMIT_PER_APP, redis }),
    perAddress: createBudget({ policy: "address", perMinute: RATE_LIMIT_PER_ADDRESS, redis }),
    doorkeeper: new Doorkeeper(),
  };
});
