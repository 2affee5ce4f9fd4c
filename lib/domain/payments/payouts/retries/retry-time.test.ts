import { expect, test } from "vitest";
import { retryTime } from "#lib/domain/payments/payouts/retries/retry-time.ts";

const failedAt = new Date("2026-11-20T10:00:00Z");
const minute = 60_000;
const pauseOf = (attempt: number, elapsedMs: number) => {
  const now = new Date(failedAt.getTime() + elapsedMs);
  return (retryTime(failedAt, attempt, now).getTime() - now.getTime()) / minute;
};

test("the pause doubles with each attempt that failed, from one minute to six hours", () => {
  expect([1, 2, 3, 9, 10, 1_000].map((attempt) => pauseOf(attempt, 0))).toEqual([1, 2, 4, 256, 360, 360]);
});

test("the pause grows with the time that a refusal has lasted, to six hours", () => {
  expect([1, 10, 90, 600].map((minutes) => pauseOf(1, minutes * minute))).toEqual([1, 10, 90, 360]);
});
