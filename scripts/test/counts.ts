/** The outcome of the checks of a step, or of all steps. */
export type Counts = { passed: number; failed: number; skipped: number };

/** The outcome of a suite, with the name of each failed test and its error below it. */
export type Report = Counts & { failures: string[] };

/** The sum over steps. */
export function sumCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** The outcome of a step that is one check, from its exit code. @param end the end of its output, which tells why it failed. */
export function countExit(exitCode: number, end = ""): Report {
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: end === "" ? [] : [end] };
}

/**
 * The outcome of a suite: the counts of its report, overruled by its exit code. A suite that failed without naming a
 * failed test (it crashed, its setup broke, no report was written) counts as one failed check.
 * @param end the end of its output, which tells why it crashed.
 */
export function countSuite(exitCode: number, reported: Report | null, end = ""): Report {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  const failedUnnamed = counts.failed === 0 && (exitCode !== 0 || reported === null);
  return failedUnnamed ? { ...counts, failed: 1, failures: end === "" ? [] : [end] } : counts;
}
