// Everything that CI checks: `npm test`, or some steps of it: `node scripts/test.ts unit db`.
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { groupOutput } from "./test/grouped-output.ts";
import { type Result, renderSummary } from "./test/render-summary.ts";
import { runSideBySide } from "./test/run-side-by-side.ts";
import { runStep } from "./test/run-step.ts";
import { type Step, steps } from "./test/steps.ts";
import { openTemporaryFolder } from "./test/temporary-folder.ts";

process.chdir(resolve(import.meta.dirname, ".."));

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);

const chosen = choose(process.argv.slice(2));
openTemporaryFolder();
const openGroup = groupOutput((chunk) => process.stdout.write(chunk));
const startedAt = performance.now();
const results = await runSideBySide(chosen, Math.max(2, availableParallelism()), run);
if (interrupted.signal.aborted) {
  process.stderr.write("Interrupted.\n");
  process.exit(130);
}

process.stdout.write(`\n${renderSummary(results, secondsSince(startedAt))}\n`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

/** The first signal lets the running tools clean up; a second one kills them with everything they started. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
}

function choose(names: string[]): Step[] {
  const known = steps.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`No such step: ${unknown.join(", ")}. Choose from ${known.join(", ")}.\n`);
    process.exit(2);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

async function run(step: Step): Promise<Result> {
  const { name } = step;
  const group = openGroup(name);
  const stepStartedAt = performance.now();
  const report = await runStep(step, interrupted.signal, group.write);
  const seconds = secondsSince(stepStartedAt);
  group.write(`${name}: ${seconds.toFixed(1)} s\n`);
  group.end();
  return { name, ...report, seconds };
}

function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1000;
}
