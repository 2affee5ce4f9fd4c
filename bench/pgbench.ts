import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { watchCpu } from "./cpu-time.ts";
import type { Measured, Pace } from "./load.ts";

/**
 * Measures with `pgbench` how many times per second Postgres can run this script of prepared statements,
 * without our code.
 * @throws Error when pgbench isn't installed.
 */
export async function pgbench(
  databaseUrl: string,
  script: string,
  pids: Readonly<Record<string, number>>,
  { connections, seconds }: Pace,
): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-pgbench-"));
  try {
    const file = path.join(folder, "script.sql");
    await writeFile(file, script);
    const load = ["-c", String(connections), "-j", "2", "-T", String(seconds)];
    const endCpu = await watchCpu(pids);
    const run = promisify(execFile)("pgbench", ["-n", "-M", "prepared", ...load, "-f", file, databaseUrl]);
    const { stdout } = await run.catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw new Error("pgbench isn't installed (Debian: postgresql-contrib)");
      throw error;
    });
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const isFailed = !/number of failed transactions: 0 /.test(stdout);
    if (!(perSecond > 0) || isFailed) throw new Error(`pgbench failed:\n${stdout}`);
    return { perSecond, p99Ms: null, cores: await endCpu(), unlogged: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes a script of statements whose literals are replaced: pgbench's variables and expressions for values
 * that vary.
 */
export function scriptOf(statements: readonly string[], varying: Readonly<Record<string, string>>): string {
  return statements
    .map((statement) => {
      let text = withoutVariables(statement);
      for (const [value, sql] of Object.entries(varying)) text = text.replaceAll(`'${value}'`, sql);
      return `${text};\n`;
    })
    .join("");
}

/** Escapes colons in literals: pgbench treats `:name` as a variable, even within quotes. */
function withoutVariables(statement: string): string {
  return statement.replaceAll(/'(?:[^']|'')*'/g, (literal) =>
    literal.includes(":") ? `E${literal.replaceAll(":", "\\x3a")}` : literal,
  );
}
