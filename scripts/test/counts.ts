/** What became of the checks of a step, or of all steps. */
export type Counts = { passed: number; failed: number; skipped: number };

/** What a suite reports of its tests: their number, and each failed one's name with the error under it. */
export type Report = Counts & { failures: string[] };

/** Adds up. */
export function sumCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** A step that is one check: its exit code is the result. */
export function countExit(exitCode: number): Report {
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0, failures: [] };
}

/**
 * A step that is many checks: its report has the numbers, and its exit code has the last word. A suite that failed
 * without naming a failed test (it crashed, its set-up broke, no report was written) counts as one failed check.
 */
export function countSuite(exitCode: number, reported: Report | null): Report {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  const failedUnnamed = counts.failed === 0 && (exitCode !== 0 || reported === null);
  return failedUnnamed ? { ...counts, failed: 1 } : counts;
}
