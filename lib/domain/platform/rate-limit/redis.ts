import { Redis } from "ioredis";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** A command without an answer for this long is counted in this process, and its connection is closed. */
const answerTimeoutMs = 500;
const longestPauseMs = 2_000;

/**
 * Connects to the Redis that processes share, and keeps reconnecting. While it is unavailable, commands fail immediately.
 * Raises an alarm when the connection is lost, or Redis refuses to count, and ends it when it counts again.
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    protocol: 2,
    connectionName: "till",
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    // A slow Redis that answers one command after the other is never silent, so each command has a limit too.
    commandTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMs),
  });
  redis.on("error", reportDown);
  redis.on("ready", () => void checkWrites(redis));
  return redis;
}

function reportDown(error: unknown): void {
  raiseAlarm("redis_down", "all", { err: error }, "Redis is unavailable: rate limits count per process");
}

/** Writes as counting does. @throws Error of ioredis: a {@link isRefusal} when Redis answers that it doesn't. */
export async function tryWrite(redis: Redis): Promise<void> {
  await redis.set("till:rate:check", "1", "EX", 1);
}

/** True for an answer by which Redis refuses a command, and false for an answer that didn't come. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}

async function checkWrites(redis: Redis): Promise<void> {
  try {
    await tryWrite(redis);
    endAlarm("redis_down", "all", {}, "Redis is available: rate limits are shared again");
  } catch (error) {
    renewConnection(redis, error);
  }
}

const renewing = new WeakSet<Redis>();

/**
 * Closes a connection over which a command failed, so that another one is opened: at once when no answer
 * came, which would make every request wait, and after two seconds when Redis refused it. A replica of after
 * a failover, or a Redis without memory, refuses all of them, and the next connection may lead to the new
 * primary. Does nothing for a connection that is lost.
 */
export function renewConnection(redis: Redis, error: unknown): void {
  if (redis.status !== "ready" || !(error instanceof Error)) return;
  if (error.message === "Command timed out") redis.stream.destroy(error);
  if (!isRefusal(error)) return;
  reportDown(error);
  if (renewing.has(redis)) return;
  renewing.add(redis);
  setTimeout(() => {
    renewing.delete(redis);
    redis.stream.destroy();
  }, longestPauseMs).unref();
}

/** The process's connection to the shared Redis; null if none is configured. */
export const sharedRedis = processSingleton("redis", (): Redis | null => {
  const { REDIS_URL } = env();
  return REDIS_URL === undefined ? null : connectRedis(REDIS_URL);
});
