import { setTimeout as pause } from "node:timers/promises";
import { checkChainSettings } from "#lib/chain/chain-settings.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { EnvError, env } from "#lib/env/env.ts";
import { chainChecks } from "#scripts/doctor/chain-checks.ts";
import { connectionsCheck } from "#scripts/doctor/connections-check.ts";
import { databaseChecks } from "#scripts/doctor/database-checks.ts";
import type { Finding } from "#scripts/doctor/finding.ts";
import { describeFindings, runChecks } from "#scripts/doctor/run-checks.ts";
import { sendTestAlarm } from "#scripts/doctor/send-test.ts";
import { serviceChecks } from "#scripts/doctor/service-checks.ts";
import { expectSchema } from "#scripts/process/expect-schema.ts";
import { readFlags } from "#scripts/process/read-flags.ts";

const usage = `npm run doctor             checks everything that the service needs, and lists the open alarms
npm run doctor -- --json   prints the findings as JSON
npm run doctor -- --send-test  sends a test alarm to each configured channel and says which accepted it; checks nothing else
Run it with the environment of the web process or the worker. Exits with 1 if there is a problem, with 0 otherwise.`;

const closeWithinMs = 2_000;

/** Changes nothing but the row that the readiness probe writes. */
async function examine({ "send-test": isTest }: { "send-test": boolean }): Promise<Finding[]> {
  try {
    env();
    checkChainSettings();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const todo = "See .env.example. Nothing else was checked.";
    return error.message.split("\n").map((text) => ({ check: "configuration", result: "problem", text, todo }));
  }
  if (isTest) return sendTestAlarm();
  await expectSchema();
  return runChecks([...databaseChecks, connectionsCheck(), ...chainChecks(), ...serviceChecks]);
}

// The findings say what the log would.
process.env.LOG_LEVEL = "silent";
const options = readFlags(usage, ["json", "send-test"]);
const findings = await examine(options);
process.stdout.write(`${options.json ? JSON.stringify(findings, null, 2) : describeFindings(findings)}\n`);
// A database that hangs must not keep the command from ending.
await Promise.race([closeDatabase().catch(() => undefined), pause(closeWithinMs)]);
process.exit(findings.some(({ result }) => result === "problem") ? 1 : 0);
