import { type Quota, secondsUntilReset } from "#lib/domain/platform/rate-limit/quota.ts";

/** The RateLimit headers of a request that was counted (draft-ietf-httpapi-ratelimit-headers-10). */
export function quotaHeaders(quota: Quota, nowMs: number): Record<string, string> {
  const { policy, limit, seconds, remaining } = quota;
  return {
    "ratelimit-policy": `"${policy}";q=${limit};w=${seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${secondsUntilReset(quota, nowMs)}`,
  };
}
