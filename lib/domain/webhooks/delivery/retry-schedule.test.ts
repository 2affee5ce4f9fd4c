import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttemptAt, readRetryAfter } from "#lib/domain/webhooks/delivery/retry-schedule.ts";

const queuedAt = new Date("2026-11-21T12:00:00.000Z");
const after = (ms: number) => new Date(queuedAt.getTime() + ms);
const threeDaysMs = 259_200_000;

test("pauses grow from 5 s to 8 h, and end after three days with a last attempt at their end", () => {
  const pausesMs: number[] = [];
  let now = queuedAt;
  for (let attempt = 1; ; attempt += 1) {
    const next = nextAttemptAt(attempt, queuedAt, now, 0.5);
    if (next === null) break;
    pausesMs.push(next.getTime() - now.getTime());
    now = next;
  }
  const seconds = pausesMs.map((ms) => ms / 1_000);
  expect(seconds.slice(0, 9)).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800]);
  expect(now).toEqual(after(threeDaysMs));
});

test("chance moves an attempt by a tenth of its pause at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const [usual, moved] = [0.5, chance].map((each) => nextAttemptAt(attempts, queuedAt, queuedAt, each)?.getTime());
      const pauseMs = (usual ?? 0) - queuedAt.getTime();
      expect(Math.abs((moved ?? 0) - (usual ?? 0))).toBeLessThanOrEqual(pauseMs / 10);
    }),
  );
});

test.for([
  [429, "30", 30_000],
  [503, " 7 ", 7_000],
  [503, "86400", 3_600_000],
  [429, "Sat, 21 Nov 2026 12:00:20 GMT", 20_000],
  [429, "Sat, 21 Nov 2026 11:00:00 GMT", null],
  [429, "soon", null],
  [429, "0", null],
  [429, null, null],
  [500, "30", null],
  [200, "30", null],
] as const)("an answer with status %i and Retry-After %s pauses for %s ms", ([status, text, pauseMs]) => {
  expect(readRetryAfter(status, text, queuedAt)).toEqual(pauseMs === null ? null : after(pauseMs));
});
