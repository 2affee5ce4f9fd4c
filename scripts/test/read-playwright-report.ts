import { z } from "zod";
import type { Counts } from "./counts.ts";

const count = z.number().int().nonnegative();
const schema = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  errors: z.array(z.unknown()),
});

/**
 * Counts the tests in what Playwright's JSON reporter wrote. An error outside of any test (a file that does not load,
 * a set-up that threw) counts as one failed test, and so does a flaky one.
 * @throws ZodError when it is no such report.
 */
export function readPlaywrightReport(report: unknown): Counts {
  const { stats, errors } = schema.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}
