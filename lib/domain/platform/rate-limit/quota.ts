import { TillError } from "#lib/core/errors.ts";

/** The length of a limit's window, which begins with a name's first request. */
export const windowSeconds = 60;

/** The state of a limit after a request was counted. */
export type Quota = {
  /** The name of the limit, as the RateLimit headers show it. */
  policy: string;
  limit: number;
  /** The length of its window. */
  seconds: number;
  remaining: number;
  /** Unix milliseconds at which the whole limit is available again. */
  resetsAtMs: number;
  isOver: boolean;
};

/** The refusal of a request beyond the limit. @param message names the limit, where it isn't the caller's own. */
export function rateLimited(quota: Quota, nowMs: number, message?: string): TillError {
  const retryAfterSeconds = secondsUntilReset(quota, nowMs);
  return new TillError("rate_limited", message === undefined ? { retryAfterSeconds } : { retryAfterSeconds, message });
}

/** Rounded up, so that a client that waits this long is admitted. */
export function secondsUntilReset({ resetsAtMs }: Quota, nowMs: number): number {
  return Math.max(1, Math.ceil((resetsAtMs - nowMs) / 1_000));
}
