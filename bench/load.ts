import { readFile } from "node:fs/promises";
import autocannon from "autocannon";

export type Target = { name: string; url: string; pid: number; headers?: Record<string, string> };
export type Figures = { requestsPerSecond: number; p99Ms: number; cpuMsPerRequest: number | null };

export type LoadOptions = { connections: number; seconds: number };

/**
 * Loads one address and counts what comes back.
 * @throws Error when any answer is not 2xx: a benchmark of errors measures nothing.
 */
export async function load(
  { url, pid, headers = {} }: Target,
  { connections, seconds }: LoadOptions,
): Promise<Figures> {
  const cpuBefore = await cpuSeconds(pid);
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const cpuAfter = await cpuSeconds(pid);
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  const cpu = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    cpuMsPerRequest: cpu === null ? null : (cpu * 1_000) / result.requests.total,
  };
}

const ticksPerSecond = 100;

/** CPU time that a process has used so far; null where /proc is not there. */
async function cpuSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * Measures several targets in turns, so that a noisy moment hits them all, and takes each one's median round.
 * The first round warms up and does not count.
 */
export async function compare(targets: readonly Target[], options: LoadOptions & { rounds: number }) {
  const rounds = new Map<Target, Figures[]>(targets.map((target) => [target, []]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const target of targets) {
      const figures = await load(target, options);
      if (round > 0) rounds.get(target)?.push(figures);
    }
  }
  return targets.map((target) => ({ name: target.name, ...median(rounds.get(target) ?? []) }));
}

function median(rounds: readonly Figures[]): Figures {
  const sorted = rounds.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}
