import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { clock } from "#lib/core/clock.ts";
import { type Quota, windowSeconds } from "#lib/domain/platform/rate-limit/quota.ts";
import { renewConnection } from "#lib/domain/platform/rate-limit/redis.ts";

/** A limit of requests per name and time window. */
export type Budget = {
  /**
   * Counts a request of a name, even beyond the limit. Null without a limit. Never rejects.
   * @param requests how many it counts as, by default one.
   */
  spend(name: string, requests?: number): Promise<Quota | null>;
  /** Refunds one counted request that turned out to be harmless, such as a correct password. */
  giveBack(name: string): Promise<void>;
};

export type BudgetOptions = {
  /** The name of the limit in headers and Redis keys. */
  policy: string;
  /** Requests per window; 0 for no limit. */
  limit: number;
  /** The window's length, a minute by default. It begins with a name's first request. */
  seconds?: number;
  /** Requests can be refunded, so a name over its limit is checked with Redis instead of being refused from memory. */
  isRefundable?: boolean;
  /** The store that processes share; null counts in this process only. */
  redis: Redis | null;
};

/**
 * Creates a budget. While Redis is unavailable the process counts alone, with the full limit per process, so that no
 * request fails or waits because of Redis. A name over its limit is refused without asking Redis.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { policy, limit, seconds = windowSeconds, isRefundable = false, redis } = options;
  if (limit === 0) return { spend: () => Promise.resolve(null), giveBack: () => Promise.resolve() };
  const common = { points: limit, duration: seconds, keyPrefix: `till:rate:${policy}` };
  const memory = new RateLimiterMemory(common);
  const shared = redis === null ? null : limiterOf(redis);
  return {
    async spend(name, requests = 1) {
      try {
        return quotaOf(await count((limiter) => limiter.consume(name, Math.min(requests, limit))), false);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return quotaOf(refusal, true);
        throw refusal;
      }
    },
    async giveBack(name) {
      await count((limiter) => limiter.reward(name));
    },
  };

  function limiterOf(storeClient: Redis): RateLimiterRedis {
    return new RateLimiterRedis({
      ...common,
      storeClient,
      ...(isRefundable ? {} : { inMemoryBlockOnConsumed: limit }),
    });
  }

  async function count(work: (limiter: RateLimiterAbstract) => Promise<RateLimiterRes>): Promise<RateLimiterRes> {
    if (redis === null || shared === null) return work(memory);
    try {
      return await work(shared);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      renewConnection(redis, error);
      return work(memory);
    }
  }

  function quotaOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Quota {
    const resetsAtMs = clock.now().getTime() + msBeforeNext;
    return { policy, limit, seconds, remaining: remainingPoints, resetsAtMs, isOver };
  }
}
