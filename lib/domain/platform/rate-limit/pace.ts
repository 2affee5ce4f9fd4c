import { type Quota, windowSeconds } from "#lib/domain/platform/rate-limit/quota.ts";

/** The part of a minute's budget that can be used at once; no less than a busy checkout needs. */
const burstPart = 0.1;
const smallestBurst = 1_000;
/** A held poll, which isn't costly, doesn't start later than this, however many start at once. */
const longestMs = 1_000;

/**
 * The milliseconds for which a counted request is held back, so that what is left of its budget after a burst is used evenly over the
 * window. A client that uses a minute's budget as fast as it is answered would otherwise have the process for itself for seconds.
 * @param nowMs Unix milliseconds.
 * @returns 0 to 1,000.
 */
export function paceMs({ limit, remaining, resetsAtMs }: Quota, nowMs: number): number {
  const windowMs = windowSeconds * 1_000;
  const elapsed = 1 - Math.min(1, Math.max(0, (resetsAtMs - nowMs) / windowMs));
  const due = Math.max(smallestBurst, limit * burstPart) + limit * elapsed;
  const ahead = limit - remaining - due;
  return Math.min(longestMs, Math.max(0, (ahead / limit) * windowMs));
}
