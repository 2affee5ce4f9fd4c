import { z } from "zod";
import type { Report } from "./counts.ts";
import { describeFailure } from "./describe-failure.ts";

const test = z.object({
  status: z.string(),
  fullName: z.string().default(""),
  failureMessages: z.array(z.string()).nullish(),
});
const schema = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(""),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(test),
    }),
  ),
});

/**
 * Counts the tests in a report of vitest's JSON reporter. A file that failed without a failed test (it did not load, or a
 * hook threw) counts as one failed test.
 * @throws ZodError when `report` has another shape.
 */
export function readVitestReport(report: unknown): Report {
  const counts: Report = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { name, status, message, assertionResults } of schema.parse(report).testResults) {
    const passed = assertionResults.filter((each) => each.status === "passed").length;
    const failed = assertionResults.filter((each) => each.status === "failed");
    const isBroken = status === "failed" && failed.length === 0;
    counts.passed += passed;
    counts.failed += isBroken ? 1 : failed.length;
    counts.skipped += assertionResults.length - passed - failed.length;
    if (isBroken) counts.failures.push(describeFailure([name], message));
    for (const { fullName, failureMessages } of failed) {
      counts.failures.push(describeFailure([name, fullName], failureMessages?.[0]));
    }
  }
  return counts;
}
