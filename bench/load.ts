import autocannon from "autocannon";
import { cpuSeconds } from "./cpu-time.ts";

export type Target = {
  name: string;
  url: string;
  pid: number;
  /** The Postgres server, to measure its CPU time as well. */
  databasePid?: number;
  headers?: Record<string, string>;
  /** The body of a POST request; a GET without it. */
  body?: string;
};
export type Figures = {
  requestsPerSecond: number;
  p99Ms: number | null;
  cpuMsPerRequest: number | null;
  databaseCpuMsPerRequest: number | null;
};

export type LoadOptions = { connections: number; seconds: number };

/**
 * Loads one URL and measures throughput, latency and CPU time.
 * @throws Error when a response isn't 2xx: a benchmark of errors is meaningless.
 */
async function load(
  { url, pid, databasePid, headers = {}, body }: Target,
  { connections, seconds }: LoadOptions,
): Promise<Figures> {
  const used = () =>
    Promise.all([cpuSeconds(pid, true), databasePid === undefined ? null : cpuSeconds(databasePid, true)]);
  const before = await used();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  const after = await used();
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  const perRequest = (index: 0 | 1) => {
    const from = before[index];
    const to = after[index];
    return from === null || to === null ? null : ((to - from) * 1_000) / result.requests.total;
  };
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    cpuMsPerRequest: perRequest(0),
    databaseCpuMsPerRequest: perRequest(1),
  };
}

/**
 * Measures several targets in alternation, so that noise affects all of them. The first round is a warm-up.
 * @returns the median round of each target.
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
  if (middle === undefined) throw new Error("no rounds were measured");
  return middle;
}
