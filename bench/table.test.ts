import { afterEach, expect, test, vi } from "vitest";
import { printTable, quantile, ratios, spread, verdict } from "./table.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a table is Markdown that can be pasted, and a row that doesn't fit its columns is refused", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const printRow = printTable("Reads", ["Request", "per second"]);
  printRow("status", spread([90, 100, 120]));
  expect(write.mock.calls.map(([text]) => text).join("")).toBe(
    "\nReads\n\n| Request | per second |\n| --- | ---: |\n| status | 100 (90–120) |\n",
  );
  expect(() => printRow("status")).toThrow("has 1 cells");
});

test.each([
  ["no round", []],
  ["a round that divides by nothing", ratios([1], [0])],
  ["a round whose baseline is missing", ratios([1, 2], [1])],
])("%s is never printed", (_name, figures) => {
  expect(() => spread(figures)).toThrow("measured");
  expect(() => verdict(figures, { atMost: 2 })).toThrow("measured");
});

test("a ratio is computed in each round before the median is taken", () => {
  expect(spread(ratios([1, 4, 9], [1, 2, 3]))).toBe("2 (1–3)");
});

test("a target is judged by the median", () => {
  expect(verdict([1, 2, 9], { atMost: 2 })).toBe("≤ 2");
  expect(verdict([1, 3, 9], { atMost: 2 })).toBe("≤ 2, **missed**");
  expect(verdict([0.2], { atLeast: 0.3 })).toBe("≥ 0.3, **missed**");
});

test("a quantile of one figure is that figure", () => {
  expect([0, 0.5, 0.99, 1].map((part) => quantile([7], part))).toEqual([7, 7, 7, 7]);
});
