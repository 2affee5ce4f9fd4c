import { spawnSync } from "node:child_process";
import { checkDeployment } from "./deployment.ts";
import { checkFiles } from "./files.ts";
import { checkPackage } from "./package.ts";
import { checkPgBouncer } from "./pgbouncer.ts";
import { checkPrometheus } from "./prometheus.ts";
import { checkRollingRestart } from "./rolling.ts";
import type { Say } from "./say.ts";
import { checkStandby } from "./standby.ts";
import { checkUpgrade } from "./upgrade.ts";

// Installations as operators run them: `npm run test:infra`, or `npm run test:infra -- package pgbouncer`. It
// takes minutes, root, and the Debian packages caddy, pgbouncer, nginx, openssl, postgresql, prometheus and
// systemd, so it isn't a step of `npm test`.
const scenarios: Readonly<Record<string, (say: Say) => Promise<void>>> = {
  deployment: checkDeployment,
  files: checkFiles,
  package: checkPackage,
  pgbouncer: checkPgBouncer,
  prometheus: checkPrometheus,
  rolling: checkRollingRestart,
  standby: checkStandby,
  upgrade: checkUpgrade,
};

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(scenarios);
const [name = ""] = names;
const check = scenarios[name];
if (names.length > 1) {
  // The configuration of a process is read once, so each scenario has its own.
  const failed = names.filter((each) => {
    return spawnSync(process.execPath, [import.meta.filename, each], { stdio: "inherit" }).status !== 0;
  });
  process.exit(failed.length === 0 ? 0 : 1);
}
if (check === undefined) throw new Error(`${name} is unknown; there are ${Object.keys(scenarios).join(", ")}`);
const startedAt = performance.now();
const say: Say = (line) => process.stdout.write(`${name}: ${line}\n`);
try {
  await check(say);
  say(`passed in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  process.exit(0);
} catch (error) {
  say(`failed: ${error instanceof Error ? error.stack : String(error)}`);
  process.exit(1);
}
