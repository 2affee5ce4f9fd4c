import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { clock } from "#lib/core/clock.ts";
import { type Quota, windowSeconds } from "#lib/domain/platform/rate-limit/quota.ts";

/** So many requests in a window of time for each name. */
export type Budget = {
  /** Counts one request of a name, also when nothing is left. Null where there is no limit. Never fails. */
  spend(name: string): Promise<Quota | null>;
  /** Takes back one request that was counted, because it turned out to be none that the budget is against. */
  giveBack(name: string): Promise<void>;
};

export type BudgetOptions = {
  /** As the headers and the keys in Redis name it. */
  policy: string;
  /** How many in a window; 0 for no limit. */
  limit: number;
  /** How long a window is; a minute when left out. It begins with a name's first request. */
  seconds?: number;
  /** What is counted can be given back, so that a name that is used up is not refused without asking Redis. */
  isRefundable?: boolean;
  /** Where processes count together; null counts in this process alone. */
  redis: Redis | null;
};

/**
 * Makes a budget. While Redis is away the process counts by itself, so that nobody is refused or kept waiting for
 * Redis' sake; the limit is then one for each process. A name that has used up its window is refused without Redis.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { policy, limit, seconds = windowSeconds, isRefundable = false, redis } = options;
  if (limit === 0) return { spend: () => Promise.resolve(null), giveBack: () => Promise.resolve() };
  const common = { points: limit, duration: seconds, keyPrefix: `till:rate:${policy}` };
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
    async giveBack(name) {
      await limiter.reward(name);
    },
  };

  function shared(storeClient: Redis): RateLimiterRedis {
    return new RateLimiterRedis({
      ...common,
      storeClient,
      insuranceLimiter: memory,
      ...(isRefundable ? {} : { inMemoryBlockOnConsumed: limit }),
    });
  }

  function quotaOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Quota {
    const resetsAtMs = clock.now().getTime() + msBeforeNext;
    return { policy, limit, remaining: remainingPoints, resetsAtMs, isOver };
  }
}
