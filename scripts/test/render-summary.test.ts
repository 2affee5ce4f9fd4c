import { expect, test } from "vitest";
import { renderSummary } from "./render-summary.ts";

test("repeats the failures and ends with the totals over all steps", () => {
  const summary = renderSummary(
    [
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
    ],
    12.3,
  );
  expect(summary).toBe(
    [
      "unit: lib/a.test.ts › adds\n    expected 2\n",
      "           passed  failed  skipped  seconds",
      "lint            0       1        0      0.5",
      "unit          120       1        3     12.0",
      "browser         0       1        0      0.0  not run: build failed",
      "all steps     120       3        3     12.3",
      "",
      "120 passed, 3 failed",
    ].join("\n"),
  );
});
