import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Figures } from "./load.ts";

/**
 * Measures with `pgbench` how many times per second Postgres can run these prepared statements, without our code.
 * @returns null when pgbench isn't installed (Debian: postgresql-contrib).
 */
export async function pgbench(
  databaseUrl: string,
  statements: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Figures | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-pgbench-"));
  try {
    const file = path.join(folder, "script.sql");
    await writeFile(file, statements.map((statement) => `${withoutVariables(statement)};\n`).join(""));
    const load = ["-c", String(connections), "-j", "2", "-T", String(seconds)];
    const { stdout } = await promisify(execFile)("pgbench", ["-n", "-M", "prepared", ...load, "-f", file, databaseUrl]);
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (perSecond === undefined) throw new Error(`no tps in the output of pgbench:\n${stdout}`);
    return { requestsPerSecond: Number(perSecond), p99Ms: null, cpuMsPerRequest: null, databaseCpuMsPerRequest: null };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Escapes colons in literals: pgbench treats `:name` as a variable, even within quotes. */
function withoutVariables(statement: string): string {
  return statement.replaceAll(/'(?:[^']|'')*'/g, (literal) =>
    literal.includes(":") ? `E${literal.replaceAll(":", "\\x3a")}` : literal,
  );
}
