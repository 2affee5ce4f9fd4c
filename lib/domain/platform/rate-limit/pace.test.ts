import { expect, test } from "vitest";
import { paceMs } from "#lib/domain/platform/rate-limit/pace.ts";

const nowMs = 1_800_000_000_000;

function paceOf(limit: number, used: number, elapsedSeconds: number): number {
  const resetsAtMs = nowMs + (60 - elapsedSeconds) * 1_000;
  return paceMs({ policy: "key", limit, remaining: limit - used, resetsAtMs, isOver: false }, nowMs);
}

test("a tenth of the budget is used at once, and the rest evenly", () => {
  expect(paceOf(30_000, 1, 0)).toBe(0);
  expect(paceOf(30_000, 3_000, 0)).toBe(0);
  expect(paceOf(30_000, 3_050, 0)).toBeCloseTo(100);
  expect(paceOf(30_000, 18_000, 30)).toBe(0);
  expect(paceOf(30_000, 18_250, 30)).toBeCloseTo(500);
});

test("a steady client with its whole budget is never held back", () => {
  for (let second = 0; second <= 60; second += 1) expect(paceOf(30_000, second * 500, second)).toBe(0);
});

test("no request waits for more than a second, and small budgets are as fast as they were", () => {
  expect(paceOf(30_000, 30_000, 0)).toBe(1_000);
  for (const limit of [1, 300, 1_000]) expect(paceOf(limit, limit, 0)).toBe(0);
});

test("a clock that is ahead of the counter's, or behind it, changes nothing else", () => {
  expect(paceOf(30_000, 30_000, 90)).toBe(0);
  expect(paceOf(30_000, 3_000, -30)).toBe(0);
});
