import { LRUCache } from "lru-cache";
import { windowSeconds } from "#lib/domain/platform/rate-limit/quota.ts";

/** Requests a second, even of a client whose budget is smaller: they don't keep the process from others. */
const leastPerSecond = 500;
/** A client that was idle sends the requests of so many milliseconds at once. */
const savedMs = 400;
/** A held poll, which isn't costly, doesn't start later than this, however many start at once. */
const longestMs = 1_000;
/** The clients that are remembered. */
const remembered = 10_000;

/**
 * Counts a request of a client, such as a partner, and returns for how many milliseconds to hold it back, 0 to 1,000.
 * @param nowMs milliseconds of any clock, the same in all calls.
 */
export type Pace = (client: string, nowMs: number) => number;

/**
 * Creates a pace: requests that come faster than an even use of the budget are held back, so that a client that sends a minute's requests
 * as fast as they are answered doesn't have the process for itself. It protects this process, so processes don't share it. It is a
 * token bucket, by the generic cell rate algorithm (ITU-T I.371).
 * @param limit requests per minute; 0 for no limit, and no pace.
 */
export function createPace(limit: number): Pace {
  if (limit === 0) return () => 0;
  const intervalMs = 1_000 / Math.max(leastPerSecond, limit / windowSeconds);
  /** When each client's next request is due. */
  const due = new LRUCache<string, number>({ max: remembered });
  return (client, nowMs) => {
    // A clock that was set back doesn't hold a client up for longer.
    const at = Math.min(nowMs + longestMs, Math.max(nowMs - savedMs, due.get(client) ?? Number.NEGATIVE_INFINITY));
    due.set(client, at + intervalMs);
    return Math.max(0, at - nowMs);
  };
}
