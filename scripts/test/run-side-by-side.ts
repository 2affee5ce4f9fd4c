import type { Result } from "./render-summary.ts";
import type { Step } from "./steps.ts";

/**
 * Runs steps at the same time while the cores that they keep busy fit into `cores`, earlier steps first. A step that
 * needs another one waits for it, and is not run when it failed.
 * @returns the results in the order of `steps`.
 */
export async function runSideBySide(
  steps: readonly Step[],
  cores: number,
  run: (step: Step) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const results = new Map<string, Result>();

  const isReady = ({ needs }: Step): boolean =>
    needs === undefined || results.has(needs) || !steps.some(({ name }) => name === needs);
  const fits = (step: Step): boolean => {
    const busy = [...running.keys()].reduce((sum, each) => sum + each.cores, 0);
    return running.size === 0 || busy + step.cores <= cores;
  };
  const runUnlessBlocked = async (step: Step): Promise<Result> =>
    (results.get(step.needs ?? "")?.failed ?? 0) > 0 ? blocked(step) : run(step);
  const start = (step: Step): void => {
    const ended = runUnlessBlocked(step).then((result) => {
      results.set(step.name, result);
      running.delete(step);
    });
    running.set(step, ended);
  };

  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex((step) => isReady(step) && fits(step));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    if (next) start(next);
    else await Promise.race(running.values());
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}

function blocked({ name, needs }: Step): Result {
  return { name, passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0, note: `not run: ${needs} failed` };
}
