import { expect, test } from "vitest";
import { type Quota, quotaHeaders, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";

const nowMs = Date.UTC(2026, 10, 21);
const quota: Quota = { policy: "key", limit: 3_000, remaining: 2_999, resetsAtMs: nowMs + 59_001, isOver: false };

test("a counted answer says its policy and what is left, as structured fields", () => {
  expect(quotaHeaders(quota, nowMs)).toEqual({
    "ratelimit-policy": '"key";q=3000;w=60',
    ratelimit: '"key";r=2999;t=60',
  });
});

test("a refusal says when to come back: in whole seconds, never too early, never 0", () => {
  const retryAfter = (resetsAtMs: number) => rateLimited({ ...quota, resetsAtMs }, nowMs).headers["retry-after"];
  expect(retryAfter(nowMs + 1_000)).toBe("1");
  expect(retryAfter(nowMs + 1_001)).toBe("2");
  expect(retryAfter(nowMs)).toBe("1");
  expect(retryAfter(nowMs - 5_000)).toBe("1");
  expect(rateLimited(quota, nowMs)).toMatchObject({ code: "rate_limited", status: 429 });
});
