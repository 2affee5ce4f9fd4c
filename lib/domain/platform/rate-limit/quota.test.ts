import { expect, test } from "vitest";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";

const nowMs = Date.UTC(2026, 10, 21);
const quota: Quota = {
  policy: "key",
  limit: 3_000,
  seconds: 60,
  remaining: 2_999,
  resetsAtMs: nowMs + 59_001,
  isOver: false,
};

test("a refusal says when a retry can succeed: in whole seconds, never too early, never 0", () => {
  const retryAfter = (resetsAtMs: number) => rateLimited({ ...quota, resetsAtMs }, nowMs).retryAfterSeconds;
  expect(retryAfter(nowMs + 1_000)).toBe(1);
  expect(retryAfter(nowMs + 1_001)).toBe(2);
  expect(retryAfter(nowMs)).toBe(1);
  expect(retryAfter(nowMs - 5_000)).toBe(1);
  expect(rateLimited(quota, nowMs).code).toBe("rate_limited");
});
