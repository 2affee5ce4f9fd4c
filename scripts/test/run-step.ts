import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { countExit, countSuite, type Report } from "./counts.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./steps.ts";

/** Runs a step to its end, whatever comes of it, and counts its checks. */
export async function runStep({ commands, report }: Step, signal: AbortSignal): Promise<Report> {
  // A report of an earlier run would speak for a suite that crashed.
  if (report) await rm(report.path, { force: true });
  let exitCode = 0;
  for (const command of commands) {
    if (exitCode === 0) exitCode = await runCommand(command, signal);
  }
  return report ? countSuite(exitCode, await readReport(report)) : countExit(exitCode);
}

async function readReport({ path, read }: NonNullable<Step["report"]>): Promise<Report | null> {
  if (!existsSync(path)) return null;
  try {
    return read(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    process.stderr.write(`${path} is no report: ${error instanceof Error ? error.message : error}\n`);
    return null;
  }
}
