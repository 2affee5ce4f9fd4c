import { expect, test } from "vitest";
import { renderSummary } from "./render-summary.ts";

test("failures are told again, and the last line is the sum over all steps, alone", () => {
  const summary = renderSummary([
    { name: "lint", passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0.52 },
    {
      name: "unit",
      passed: 120,
      failed: 1,
      skipped: 3,
      failures: ["lib/a.test.ts › adds\n    expected 2"],
      seconds: 12.04,
    },
    { name: "browser", passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0, note: "not run: build failed" },
  ]);
  expect(summary).toBe(
    [
      "unit: lib/a.test.ts › adds\n    expected 2\n",
      "         passed  failed  skipped  seconds",
      "lint          0       1        0      0.5",
      "unit        120       1        3     12.0",
      "browser       0       1        0      0.0  not run: build failed",
      "",
      "120 passed, 3 failed",
    ].join("\n"),
  );
});
