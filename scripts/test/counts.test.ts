import { expect, test } from "vitest";
import { countExit, countSuite, sumCounts } from "./counts.ts";

test("a check passes or fails by its exit code", () => {
  expect(countExit(0)).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [] });
  expect(countExit(2, "why")).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ["why"] });
  expect(countExit(2)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [] });
});

test("a suite's counts come from its report", () => {
  expect(countSuite(1, { passed: 5, failed: 2, skipped: 1, failures: [] })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 1,
    failures: [],
  });
});

test("a suite that fails without a failed test counts as one failure", () => {
  expect(countSuite(1, { passed: 5, failed: 0, skipped: 0, failures: [] }, "why")).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    failures: ["why"],
  });
});

test("a suite without a report counts as one failure, whatever its exit code", () => {
  expect(countSuite(137, null)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [] });
  expect(countSuite(0, null)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [] });
});

test("sums the outcomes of steps", () => {
  const counts = { passed: 3, failed: 1, skipped: 2 };
  expect(sumCounts([counts, counts])).toEqual({ passed: 6, failed: 2, skipped: 4 });
});
