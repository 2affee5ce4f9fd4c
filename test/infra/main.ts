import { checkPackage } from "./package.ts";
import { checkPgBouncer } from "./pgbouncer.ts";
import { checkRollingRestart } from "./rolling.ts";

// Installations as operators run them: `npm run test:infra`, or `npm run test:infra -- package pgbouncer`. It needs the Debian
// packages that docs/operations.md lists and takes minutes, so it isn't a step of `npm test`.
export type Say = (line: string) => void;

const scenarios: Readonly<Record<string, (say: Say) => Promise<void>>> = {
  package: checkPackage,
  pgbouncer: checkPgBouncer,
  rolling: checkRollingRestart,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in scenarios));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(", ")}; there are ${Object.keys(scenarios).join(", ")}`);
const failed: string[] = [];
for (const [name, check] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  const say: Say = (line) => process.stdout.write(`${name}: ${line}\n`);
  try {
    await check(say);
    say(`passed in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  } catch (error) {
    failed.push(name);
    say(`failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
process.exit(failed.length === 0 ? 0 : 1);
