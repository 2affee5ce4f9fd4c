import { expect, test } from "vitest";
import { quotaHeaders } from "#lib/edge/quota-headers.ts";

test("a counted request's response names the limit and what remains of it, as structured fields", () => {
  const nowMs = Date.UTC(2026, 10, 21);
  const quota = {
    policy: "key",
    limit: 3_000,
    seconds: 60,
    remaining: 2_999,
    resetsAtMs: nowMs + 59_001,
    isOver: false,
  };
  expect(quotaHeaders(quota, nowMs)).toEqual({
    "ratelimit-policy": '"key";q=3000;w=60',
    ratelimit: '"key";r=2999;t=60',
  });
});
