const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pause after each failed attempt of a delivery; the last one repeats. */
const pausesMs = [
  ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs],
];

/** A delivery is tried for this long, and an endpoint may fail for this long without a success. */
export const givenUpAfterMs = 72 * hourMs;
const longestRetryAfterMs = hourMs;
/** The share of a pause that chance adds or takes, so that what failed together isn't tried together. */
const jitter = 0.1;

/**
 * Returns when a delivery is tried again.
 * @param attempts failed ones since it was queued, at least 1.
 * @param queuedAt when its three days began.
 * @param chance from 0 to 1.
 * @returns null when its three days are over; the last attempt is at their end.
 */
export function nextAttemptAt(attempts: number, queuedAt: Date, now: Date, chance: number): Date | null {
  const endsAtMs = queuedAt.getTime() + givenUpAfterMs;
  if (now.getTime() >= endsAtMs) return null;
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0;
  const dueAtMs = now.getTime() + Math.round(pauseMs * (1 + jitter * (2 * chance - 1)));
  return new Date(Math.min(dueAtMs, endsAtMs));
}

/**
 * Returns until when a receiver asks for a pause with Retry-After (RFC 9110), with a status that means
 * overload; an hour from now at most.
 * @param retryAfter whole seconds or an HTTP date.
 * @returns null when it doesn't.
 */
export function readRetryAfter(status: number, retryAfter: string | null, now: Date): Date | null {
  if (retryAfter === null || (status !== 429 && status !== 503)) return null;
  const text = retryAfter.trim();
  const atMs = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * secondMs : Date.parse(text);
  if (Number.isNaN(atMs) || atMs <= now.getTime()) return null;
  return new Date(Math.min(atMs, now.getTime() + longestRetryAfterMs));
}
