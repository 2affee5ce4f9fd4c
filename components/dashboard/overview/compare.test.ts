import { expect, test } from "vitest";
import { compareAmounts, compareRates, formatRate } from "#components/dashboard/overview/compare.ts";

test.for([
  [0n, 0n, "same", "No change vs previous 7 days"],
  [5n, 5n, "same", "No change vs previous 7 days"],
  [5n, 0n, "up", "from 0 in the previous 7 days"],
  [1_124n, 1_000n, "up", "12.4% vs previous 7 days"],
  [876n, 1_000n, "down", "12.4% vs previous 7 days"],
  [10_000_001n, 10_000_000n, "up", "under 0.1% vs previous 7 days"],
  [412_680_000n, 1_000_000n, "up", "41,168% vs previous 7 days"],
  [-5n, 0n, "down", "from 0 in the previous 7 days"],
  [-5n, 1_000n, "down", "vs previous 7 days"],
  [5n, -1_000n, "up", "vs previous 7 days"],
  [0n, 1_000n, "down", "100% vs previous 7 days"],
] as const)("%s compared with %s: %s, %s", ([now, before, direction, words]) => {
  expect(compareAmounts(now, before, "previous 7 days")).toEqual({ direction, words });
});

test.for([
  [{ succeeded: 0, ended: 0 }, { succeeded: 1, ended: 2 }, "same", "No completed payments yet"],
  [{ succeeded: 1, ended: 2 }, { succeeded: 0, ended: 0 }, "same", "None completed in the previous 7 days"],
  [{ succeeded: 9, ended: 10 }, { succeeded: 4, ended: 5 }, "up", "10 points vs previous 7 days"],
  [{ succeeded: 4, ended: 5 }, { succeeded: 805, ended: 1_000 }, "down", "0.5 points vs previous 7 days"],
  [{ succeeded: 4, ended: 5 }, { succeeded: 8, ended: 10 }, "same", "No change vs previous 7 days"],
] as const)("%o compared with %o: %s, %s", ([now, before, direction, words]) => {
  expect(compareRates(now, before, "previous 7 days")).toEqual({ direction, words });
});

test.for([
  [0, 0, null],
  [2, 2, "100%"],
  [9_999, 10_000, "99.9%"],
  [2, 3, "66.6%"],
] as const)("%i of %i are %s", ([succeeded, ended, words]) => {
  expect(formatRate({ succeeded, ended })).toBe(words);
});
