import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { countExit, countSuite, type Report } from "./counts.ts";
import { endOfOutput } from "./end-of-output.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./steps.ts";

/** Runs a step's commands until one fails, and counts its checks. */
export async function runStep(
  { commands, report }: Step,
  signal: AbortSignal,
  onOutput: (chunk: Buffer | string) => void,
): Promise<Report> {
  // A report left by an earlier run would be counted when this suite crashes before it writes its own.
  if (report) await rm(report.path, { force: true });
  const end = endOfOutput();
  const note = (chunk: Buffer | string) => {
    end.add(chunk);
    onOutput(chunk);
  };
  let exitCode = 0;
  for (const command of commands) {
    if (exitCode === 0) exitCode = await runCommand(command, signal, note);
  }
  return report ? countSuite(exitCode, await readReport(report, note), end.read()) : countExit(exitCode, end.read());
}

async function readReport(
  { path, read }: NonNullable<Step["report"]>,
  onOutput: (chunk: string) => void,
): Promise<Report | null> {
  if (!existsSync(path)) return null;
  try {
    return read(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    onOutput(`${path} is not a report: ${error instanceof Error ? error.message : error}\n`);
    return null;
  }
}
