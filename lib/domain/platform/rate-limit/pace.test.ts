import { expect, test } from "vitest";
import { createPace, type Pace } from "#lib/domain/platform/rate-limit/pace.ts";

const nowMs = 10_000_000;

/** The delays of so many requests at the same time. */
function delaysOf(pace: Pace, count: number, client = "greedy", atMs = nowMs): number[] {
  return Array.from({ length: count }, () => pace(client, atMs));
}

test("200 requests are answered at once, and then 500 a second", () => {
  const delays = delaysOf(createPace(30_000), 301);
  expect(delays.slice(0, 201)).toEqual(Array.from({ length: 201 }, () => 0));
  expect(delays.slice(201, 203)).toEqual([2, 4]);
  expect(delays[300]).toBe(200);
});

test("a client that was idle for minutes has saved up no more than that", () => {
  const pace = createPace(30_000);
  expect(pace("greedy", nowMs - 600_000)).toBe(0);
  expect(delaysOf(pace, 301)[300]).toBe(200);
});

test("a steady client with its whole budget is never held back", () => {
  const pace = createPace(30_000);
  for (let sent = 0; sent < 30_000; sent += 1) expect(pace("steady", nowMs + sent * 2)).toBe(0);
});

test("a larger budget has a faster pace, and a smaller one isn't slower than 500 a second", () => {
  expect(delaysOf(createPace(300_000), 2_501)[2_500]).toBeCloseTo(100, 5);
  expect(delaysOf(createPace(1), 251)[250]).toBe(100);
});

test("no request waits for more than a second, and neither does the next one after a flood", () => {
  const pace = createPace(30_000);
  expect(delaysOf(pace, 10_000).at(-1)).toBe(1_000);
  expect(pace("greedy", nowMs + 1_002)).toBe(0);
});

test("a client's flood holds no other back", () => {
  const pace = createPace(30_000);
  delaysOf(pace, 10_000);
  expect(pace("other", nowMs)).toBe(0);
});

test("without a limit nothing is held back", () => {
  expect(delaysOf(createPace(0), 10_000).at(-1)).toBe(0);
});

test("a clock that is set back delays no request for longer", () => {
  const pace = createPace(30_000);
  delaysOf(pace, 10_000);
  expect(pace("greedy", nowMs - 3_600_000)).toBe(1_000);
});
