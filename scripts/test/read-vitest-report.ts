import { z } from "zod";
import type { Counts } from "./counts.ts";

const schema = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/**
 * Counts the tests in what vitest's JSON reporter wrote. A file that failed without a failed test in it (it did not
 * load, or a hook threw) counts as one failed test.
 * @throws ZodError when it is no such report.
 */
export function readVitestReport(report: unknown): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of schema.parse(report).testResults) {
    const passed = assertionResults.filter((test) => test.status === "passed").length;
    const failed = assertionResults.filter((test) => test.status === "failed").length;
    counts.passed += passed;
    counts.failed += status === "failed" ? Math.max(failed, 1) : failed;
    counts.skipped += assertionResults.length - passed - failed;
  }
  return counts;
}
