const firstRetryMs = 60_000;
const longestPauseMs = 6 * 3_600_000;

/**
 * Returns the time of the next automatic attempt of a payout: a minute after its first failure, then twice as long after each
 * further attempt, and at least as long as it has failed already; never more than six hours.
 * @param attempt the number of the attempt that failed, from 1.
 */
export function retryTime(failedAt: Date, attempt: number, now: Date): Date {
  const doubled = firstRetryMs * 2 ** Math.min(attempt - 1, 16);
  const pauseMs = Math.min(longestPauseMs, Math.max(doubled, now.getTime() - failedAt.getTime()));
  return new Date(now.getTime() + pauseMs);
}
