import { Doorkeeper } from "#lib/api/rate-limit/doorkeeper.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/shared-redis.ts";
import { env } from "#lib/env/env.ts";

export type RateLimits = {
  /** By id of an API key. */
  perKey: Budget;
  /** By App-Id and address: an App-Id is public, and who floods with it must not lock out everybody else's wallet. */
  perApp: Budget;
  /** By address, of requests that were not let in. */
  perAddress: Budget;
  /** By payment and address, of forms that buyers send. */
  perForm: Budget;
  doorkeeper: Doorkeeper;
};

/** Enough for slips of the pen; nobody fills in a form more often. */
const formsPerMinute = 30;

/** The process's limits, as configured; connects to Redis when first asked for. */
export const rateLimits = processSingleton("rate-limits", (): RateLimits => {
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const redis = sharedRedis();
  return {
    perKey: createBudget({ policy: "key", limit: RATE_LIMIT_PER_KEY, redis }),
    perApp: createBudget({ policy: "app", limit: RATE_LIMIT_PER_APP, redis }),
    perAddress: createBudget({ policy: "address", limit: RATE_LIMIT_PER_ADDRESS, redis }),
    perForm: createBudget({ policy: "form", limit: formsPerMinute, redis }),
    doorkeeper: new Doorkeeper(),
  };
});
