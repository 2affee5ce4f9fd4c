import { Redis } from "ioredis";
import { log } from "#lib/log/log.ts";

/** A connection that answers nothing for so long is given up; what waited for it is counted here instead. */
const socketTimeoutMs = 500;
const longestPauseMs = 2_000;

/**
 * Connects to the Redis in which processes count together, and goes on connecting whenever it is away. Commands fail
 * at once while it is; the log says once that it went and once that it came back.
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    protocol: 2,
    connectionName: "till",
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMs),
  });
  let isAway = false;
  redis.on("error", (error: unknown) => {
    if (!isAway) log().warn({ err: error, alarm: "redis_down" }, "Redis is away: rate limits count in this process");
    isAway = true;
  });
  redis.on("ready", () => {
    if (isAway) log().info("Redis is back: rate limits are shared again");
    isAway = false;
  });
  return redis;
}
