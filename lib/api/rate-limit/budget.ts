import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type Quota, windowSeconds } from "#lib/api/rate-limit/quota.ts";

/** So many requests a minute for each name. */
export type Budget = {
  /** Counts one request of a name, also when nothing is left. Null where there is no limit. Never fails. */
  spend(name: string): Promise<Quota | null>;
};

export type BudgetOptions = {
  /** As the headers and the keys in Redis name it. */
  policy: string;
  /** 0 for no limit. */
  perMinute: number;
  /** Where processes count together; null counts in this process alone. */
  redis: Redis | null;
};

/**
 * Makes a budget. While Redis is away the process counts by itself, so that nobody is refused or kept waiting for
 * Redis' sake; the limit is then one for each process. A name that has used up its minute is refused without Redis.
 */
export function createBudget({ policy, perMinute, redis }: BudgetOptions): Budget {
  if (perMinute === 0) return { spend: () => Promise.resolve(null) };
  const common = { points: perMinute, duration: windowSeconds, keyPrefix: `till:rate:${policy}` };
  const memory = new RateLimiterMemory(common);
  const limiter = redis === null ? memory : shared(redis);
  return {
    async spend(name) {
      try {
        return quotaOf(await limiter.consume(name), false);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return quotaOf(refusal, true);
        throw refusal;
      }
    },
  };

  function shared(storeClient: Redis): RateLimiterRedis {
    return new RateLimiterRedis({
      ...common,
      storeClient,
      insuranceLimiter: memory,
      inMemoryBlockOnConsumed: perMinute,
    });
  }

  function quotaOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Quota {
    return { policy, limit: perMinute, remaining: remainingPoints, resetsAtMs: Date.now() + msBeforeNext, isOver };
  }
}
