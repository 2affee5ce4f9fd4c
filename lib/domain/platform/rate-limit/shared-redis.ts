import type { Redis } from "ioredis";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { connectRedis } from "#lib/domain/platform/rate-limit/connect-redis.ts";
import { env } from "#lib/env/env.ts";

/** The process's connection to the shared Redis; null if none is configured. */
export const sharedRedis = processSingleton("redis", (): Redis | null => {
  const { REDIS_URL } = env();
  return REDIS_URL === undefined ? null : connectRedis(REDIS_URL);
});
