import { z } from "zod";
import type { Report } from "./counts.ts";
import { describeFailure } from "./describe-failure.ts";

const count = z.number().int().nonnegative();
const error = z.object({ message: z.string().optional() });
const spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ projectName: z.string(), results: z.array(z.object({ errors: z.array(error) })) })),
});
const suite = z.object({
  title: z.string(),
  specs: z.array(spec).default([]),
  get suites() {
    return z.array(suite).default([]);
  },
});
type Suite = z.infer<typeof suite>;
const schema = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  suites: z.array(suite).default([]),
  errors: z.array(error),
});

/**
 * Counts the tests in what Playwright's JSON reporter wrote. An error outside of any test (a file that does not load,
 * a set-up that threw) counts as one failed test, and so does a flaky one.
 * @throws ZodError when it is no such report.
 */
export function readPlaywrightReport(report: unknown): Report {
  const { stats, suites, errors } = schema.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((each) => failuresOf(each, [])),
      ...errors.map(({ message }) => describeFailure(["outside of the tests"], message)),
    ],
  };
}

/** A file's failed tests, and those of the groups in it, each with the titles that lead to it. */
function failuresOf({ title, specs, suites }: Suite, outer: string[]): string[] {
  const titles = [...outer, title];
  const own = specs.flatMap((each) =>
    each.tests.flatMap(({ projectName, results }) => {
      const [first] = results.flatMap(({ errors }) => errors);
      return first ? [describeFailure([...titles, `[${projectName}] ${each.title}`], first.message)] : [];
    }),
  );
  return [...own, ...suites.flatMap((each) => failuresOf(each, titles))];
}
