import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withConnection } from "#scripts/postgres/connection.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";
import { inFolder } from "./bench-product.ts";
import { isShort, rounds } from "./setting.ts";
import { say } from "./table.ts";

const file = "docs/benchmarks.md";
const [begin, end] = ["<!-- results -->", "<!-- end of results -->"];
const run = promisify(execFile);

/**
 * Runs benchmarks, one after another, each in a process of its own, and writes each one's tables, with the facts of the machine, to
 * docs/benchmarks.md as soon as it has ended; the results of others stay. A benchmark that fails has its message in place of its
 * table. A short run prints the tables and writes nothing.
 * @param all the order of the page.
 * @throws Error when one of them failed.
 */
export async function runAll(names: readonly string[], all: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const name of names) {
    say(`\n== ${name} (${names.indexOf(name) + 1} of ${names.length})`);
    const facts = await describeMachine();
    const startedAt = performance.now();
    const { tables, reason, code } = await runOne(name);
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(0);
    if (code !== 0) failed.push(name);
    const result = code === 0 ? tables.trim() : `**Failed**: ${reason}`;
    const section = `### ${name}\n\n${facts}; took ${minutes} minutes.\n\n${result}\n`;
    if (isShort) process.stdout.write(`${section}\n`);
    else await writeResult(name, section, all);
  }
  if (failed.length > 0) throw new Error(`these benchmarks failed: ${failed.join(", ")}`);
}

/** Runs a benchmark, with its progress on our standard error. */
async function runOne(name: string): Promise<{ tables: string; reason: string; code: number | null }> {
  const args = [fileURLToPath(new URL("run.ts", import.meta.url)), name, ...(isShort ? ["--short"] : [])];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let progress = "";
  child.stderr.setEncoding("utf8").on("data", (some: string) => {
    process.stderr.write(some);
    progress += some;
  });
  const [tables, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const lines = progress.split("\n");
  const reason =
    lines.find((line) => line.startsWith(`${name} failed: `)) ?? lines.find((line) => /^\w*Error: /.test(line));
  // Log lines of the benchmark's own process are JSON.
  const markdown = tables.replaceAll(/^\{.*\n/gm, "");
  return { tables: markdown, reason: reason ?? `exit code ${code}`, code };
}

async function describeMachine(): Promise<string> {
  const load = loadavg().map((value) => value.toFixed(2));
  const { stdout: commit } = await run("git", ["describe", "--always", "--dirty", "--abbrev=12"]);
  let postgres = "";
  await inFolder(async (folder) => {
    const server = await startPostgres({ dataDir: path.join(folder, "postgres"), durability: "off" });
    const show = "SHOW server_version";
    const { rows } = await withConnection(server.url("postgres"), (client) => client.query(show));
    postgres = String(rows[0]?.server_version);
    await server.stop();
  });
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${date}, commit ${commit.trim()}, ${rounds} rounds`,
    `${cpus().length} cores (${cpu?.model.trim() || "unknown model"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `Node ${process.versions.node}, Postgres ${postgres}`,
    `load average at the start ${load.join(", ")}`,
  ].join("; ");
}

/** Writes the section of a benchmark in the place of its last one, in the order of all of them. */
async function writeResult(name: string, section: string, all: readonly string[]): Promise<void> {
  const page = await readFile(file, "utf8");
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${file} lacks the markers ${begin} and ${end}`);
  const known = page.slice(before + begin.length, after).split(/^(?=### )/m);
  const sections = new Map(known.map((each) => [/^### (\S+)/.exec(each)?.[1] ?? "", each.trim()]));
  sections.set(name, section.trim());
  const results = all.flatMap((each) => sections.get(each) ?? []);
  await writeFile(file, `${page.slice(0, before + begin.length)}\n\n${results.join("\n\n")}\n\n${page.slice(after)}`);
  say(`Wrote the results of ${name} to ${file}`);
}
