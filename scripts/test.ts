// Everything that CI checks: `npm test`, or some of it: `node scripts/test.ts unit db`.
import { resolve } from "node:path";
import { type Result, renderSummary } from "./test/render-summary.ts";
import { runStep } from "./test/run-step.ts";
import { type Step, steps } from "./test/steps.ts";

process.chdir(resolve(import.meta.dirname, ".."));

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);

const chosen = choose(process.argv.slice(2));
const results: Result[] = [];
for (const step of chosen) results.push(await run(step));

process.stdout.write(`\n${renderSummary(results)}\n`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

/** The first time the running tool may clean up; the second time it is killed with everything it started. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
}

function choose(names: string[]): Step[] {
  const known = steps.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`No such step: ${unknown.join(", ")}. There are: ${known.join(", ")}.\n`);
    process.exit(2);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

async function run(step: Step): Promise<Result> {
  const { name, needs } = step;
  const title = `── ${name} `;
  process.stdout.write(`\n${title.padEnd(80, "─")}\n`);
  if (results.some((result) => result.name === needs && result.failed > 0)) {
    return { name, passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0, note: `not run: ${needs} failed` };
  }
  const startedAt = performance.now();
  const report = await runStep(step, interrupted.signal);
  if (interrupted.signal.aborted) {
    process.stderr.write("Interrupted.\n");
    process.exit(130);
  }
  return { name, ...report, seconds: (performance.now() - startedAt) / 1000 };
}
