import { TillError } from "#lib/core/errors.ts";

/** All limits count in windows of this length; a window begins with a name's first request. */
export const windowSeconds = 60;

/** What is left to somebody after a request was counted. */
export type Quota = {
  /** Which of the limits this is, as the headers name it. */
  policy: string;
  limit: number;
  remaining: number;
  /** Unix milliseconds at which everything is there again. */
  resetsAtMs: number;
  isOver: boolean;
};

/** The headers of an answer that was counted (draft-ietf-httpapi-ratelimit-headers-10). */
export function quotaHeaders(quota: Quota, nowMs: number): Record<string, string> {
  const { policy, limit, remaining } = quota;
  return {
    "ratelimit-policy": `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${secondsUntilReset(quota, nowMs)}`,
  };
}

/** The refusal of a request that came after the limit: 429 with `Retry-After`. */
export function rateLimited(quota: Quota, nowMs: number): TillError {
  return new TillError("rate_limited", { headers: { "retry-after": String(secondsUntilReset(quota, nowMs)) } });
}

/** Rounded up, so that who waits that long is let in. */
function secondsUntilReset({ resetsAtMs }: Quota, nowMs: number): number {
  return Math.max(1, Math.ceil((resetsAtMs - nowMs) / 1_000));
}
