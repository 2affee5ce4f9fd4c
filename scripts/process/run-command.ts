import { closeDatabase } from "#lib/db/close.ts";
import { describeError } from "#scripts/process/describe-error.ts";

/** Thrown for a command that isn't written as its usage says. Without a message, the usage is printed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a command, closes the database and sets the exit code: the one that `run` returns, 2 for wrong
 * arguments, and 1 for anything else that is thrown. It prints what was thrown as a sentence. With `--help`
 * it only prints the usage.
 */
export async function runCommand(usage: string, run: () => Promise<number>): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = error instanceof UsageError || isRefusedByParseArgs(error);
    const said = error instanceof UsageError && error.message === "" ? usage : describeError(error);
    const [name = ""] = /^npm run \w+/.exec(usage) ?? [];
    const hint = isUsage && !said.includes(usage) ? `\nRun ${name} -- --help for its usage.` : "";
    process.stderr.write(`${said}${hint}\n`);
    process.exitCode = isUsage ? 2 : 1;
  } finally {
    // Without settings there is no database to close.
    await closeDatabase().catch(() => undefined);
  }
}

/** @throws UsageError for options that a command doesn't use, because it would do something else than was meant. */
export function refuseUnused(
  command: string,
  values: Readonly<Record<string, unknown>>,
  uses: readonly string[],
): void {
  const given = Object.keys(values).filter((name) => values[name] !== undefined && values[name] !== false);
  const unused = given.filter((name) => !uses.includes(name)).map((name) => `--${name}`);
  if (unused.length === 0) return;
  throw new UsageError(`${command} takes no ${unused.join(", ")}; nothing was changed.`);
}

function isRefusedByParseArgs(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
