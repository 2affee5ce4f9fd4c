import { expect, test } from "vitest";
import { readPlaywrightReport } from "./read-playwright-report.ts";
import { readVitestReport } from "./read-vitest-report.ts";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
});

test("vitest: passed, failed and everything that did not run are counted apart", () => {
  const testResults = [file("passed", "passed", "skipped", "todo"), file("failed", "passed", "failed", "failed")];
  expect(readVitestReport({ testResults })).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

test("vitest: a file that did not load counts as one failure", () => {
  expect(readVitestReport({ testResults: [file("failed")] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("vitest: a hook that threw after all tests passed counts as one failure", () => {
  expect(readVitestReport({ testResults: [file("failed", "passed")] })).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test("Playwright: a flaky test and an error outside of tests count as failures", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  const errors = [{ message: "Cannot find module" }];
  expect(readPlaywrightReport({ stats, errors })).toEqual({ passed: 4, failed: 3, skipped: 2 });
});

test("what is no report is refused, not counted as nothing", () => {
  expect(() => readVitestReport({})).toThrow();
  expect(() => readPlaywrightReport({ stats: {}, errors: [] })).toThrow();
});
