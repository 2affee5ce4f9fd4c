import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readPlaywrightReport } from "./read-playwright-report.ts";
import { readVitestReport } from "./read-vitest-report.ts";

const file = (status: string, ...tests: string[]) => ({
  name: resolve("lib/a.test.ts"),
  status,
  message: status === "failed" ? "Error: a hook" : "",
  assertionResults: tests.map((outcome, index) => ({
    status: outcome,
    fullName: `test ${index}`,
    failureMessages: outcome === "failed" ? ["\u001b[31mError: expected 2\u001b[39m\n    at lib/a.test.ts:3"] : [],
  })),
});

test("vitest: passed, failed and not-run tests are counted separately", () => {
  const testResults = [file("passed", "passed", "skipped", "todo"), file("failed", "passed", "failed", "failed")];
  expect(readVitestReport({ testResults })).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: [1, 2].map((index) => `lib/a.test.ts › test ${index}\n    Error: expected 2\n        at lib/a.test.ts:3`),
  });
});

test("vitest: a file that did not load counts as one failure", () => {
  expect(readVitestReport({ testResults: [file("failed")] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ["lib/a.test.ts\n    Error: a hook"],
  });
});

test("vitest: a hook that threw after all tests passed counts as one failure", () => {
  expect(readVitestReport({ testResults: [file("failed", "passed")] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ["lib/a.test.ts\n    Error: a hook"],
  });
});

test("Playwright: a flaky test and an error outside of tests count as failures", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  const errors = [{ message: "Cannot find module" }];
  const spec = (title: string, ...messages: string[]) => {
    const results = [{ errors: messages.map((message) => ({ message })) }];
    return { title, ok: messages.length === 0, tests: [{ projectName: "phone", results }] };
  };
  const suites = [
    { title: "a.spec.ts", specs: [spec("opens")], suites: [{ title: "in en", specs: [spec("fits", "Error: 3")] }] },
  ];
  expect(readPlaywrightReport({ stats, suites, errors })).toEqual({
    passed: 4,
    failed: 3,
    skipped: 2,
    failures: ["a.spec.ts › in en › [phone] fits\n    Error: 3", "outside of any test\n    Cannot find module"],
  });
});

test("a file that isn't a report is rejected instead of counting as no tests", () => {
  expect(() => readVitestReport({})).toThrow();
  expect(() => readPlaywrightReport({ stats: {}, errors: [] })).toThrow();
});
