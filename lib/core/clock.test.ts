import { expect, test } from "vitest";
import { clock, toUnixSeconds, useClock } from "#lib/core/clock.ts";

test("a replaced clock is used until it is restored", () => {
  const noon = new Date("2026-11-21T12:00:00.000Z");
  const restore = useClock({ now: () => noon });
  expect(clock.now()).toBe(noon);
  restore();
  expect(clock.now()).not.toEqual(noon);
});

test.for([
  ["2026-11-21T12:00:00.000Z", 1_795_262_400],
  ["2026-11-21T12:00:00.999Z", 1_795_262_400],
  ["2026-11-21T12:00:01.000Z", 1_795_262_401],
] as const)("Unix seconds of %s are whole and rounded down", ([time, seconds]) => {
  expect(toUnixSeconds(new Date(time))).toBe(seconds);
});
