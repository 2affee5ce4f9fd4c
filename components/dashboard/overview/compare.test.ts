import { expect, test } from "vitest";
import { compareAmounts, compareRates, formatRate } from "#components/dashboard/overview/compare.ts";

test.for([
  [0n, 0n, "same", "None before either"],
  [5n, 5n, "same", "The same as before"],
  [5n, 0n, "up", "None before"],
  [1_124n, 1_000n, "up", "12.4% more than before"],
  [876n, 1_000n, "down", "12.4% less than before"],
  [10_000_001n, 10_000_000n, "up", "under 0.1% more than before"],
  [31_234n, 1_000n, "up", "3,023% more than before"],
  [0n, 1_000n, "down", "100% less than before"],
] as const)("%s beside %s: %s, %s", ([now, before, direction, words]) => {
  expect(compareAmounts(now, before, "less")).toEqual({ direction, words });
});

test.for([
  [{ succeeded: 0, ended: 0 }, { succeeded: 1, ended: 2 }, "same", "Nothing has ended yet"],
  [{ succeeded: 1, ended: 2 }, { succeeded: 0, ended: 0 }, "same", "Nothing had ended before"],
  [{ succeeded: 9, ended: 10 }, { succeeded: 4, ended: 5 }, "up", "10 points higher than before"],
  [{ succeeded: 4, ended: 5 }, { succeeded: 805, ended: 1_000 }, "down", "0.5 points lower than before"],
  [{ succeeded: 4, ended: 5 }, { succeeded: 8, ended: 10 }, "same", "The same as before"],
] as const)("%o beside %o: %s, %s", ([now, before, direction, words]) => {
  expect(compareRates(now, before)).toEqual({ direction, words });
});

test.for([
  [0, 0, null],
  [2, 2, "100%"],
  [9_999, 10_000, "99.9%"],
  [2, 3, "66.6%"],
] as const)("%i of %i are %s", ([succeeded, ended, words]) => {
  expect(formatRate({ succeeded, ended })).toBe(words);
});
