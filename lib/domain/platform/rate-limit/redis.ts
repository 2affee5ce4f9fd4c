import { Redis } from "ioredis";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** A connection silent for this long is closed, and its pending commands are counted in this process. */
const socketTimeoutMs = 500;
const longestPauseMs = 2_000;

/**
 * Connects to the Redis that processes share, and keeps reconnecting. While it is unavailable, commands fail immediately.
 * Raises an alarm when the connection is lost, and ends it when it is back.
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
  redis.on("error", (error: unknown) => {
    raiseAlarm("redis_down", "all", { err: error }, "Redis is unavailable: rate limits count per process");
  });
  redis.on("ready", () => endAlarm("redis_down", "all", {}, "Redis is available: rate limits are shared again"));
  return redis;
}

/** The process's connection to the shared Redis; null if none is configured. */
export const sharedRedis = processSingleton("redis", (): Redis | null => {
  const { REDIS_URL } = env();
  return REDIS_URL === undefined ? null : connectRedis(REDIS_URL);
});
