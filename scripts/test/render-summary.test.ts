import { expect, test } from "vitest";
import { renderSummary } from "./render-summary.ts";

test("the last line is the sum over all steps, alone", () => {
  const summary = renderSummary([
    { name: "lint", passed: 0, failed: 1, skipped: 0, seconds: 0.52 },
    { name: "unit", passed: 120, failed: 0, skipped: 3, seconds: 12.04 },
    { name: "browser", passed: 0, failed: 1, skipped: 0, seconds: 0, note: "not run: build failed" },
  ]);
  expect(summary).toBe(
    [
      "         passed  failed  skipped  seconds",
      "lint          0       1        0      0.5",
      "unit        120       0        3     12.0",
      "browser       0       1        0      0.0  not run: build failed",
      "",
      "120 passed, 2 failed",
    ].join("\n"),
  );
});
