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
 * Counts the tests in a report of Playwright's JSON reporter. An error outside of any test (a file that does not load, a
 * setup that threw) counts as one failed test, and so does a flaky test.
 * @throws ZodError when `report` has another shape.
 */
export function readPlaywrightReport(report: unknown): Report {
  const { stats, suites, errors } = schema.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((each) => failuresOf(each, [])),
      ...errors.map(({ message }) => describeFailure(["outside of any test"], message)),
    ],
  };
}

/** Describes the failed tests of a file and its groups, each with its full title. */
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
