import autocannon from "autocannon";
import { cpuSeconds } from "./cpu-time.ts";

export type Target = {
  name: string;
  url: string;
  pid: number;
  /** Of the Postgres server that the answer is read from, whose CPU time is then counted too. */
  databasePid?: number;
  headers?: Record<string, string>;
  /** Sent by POST. */
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
 * Loads one address and counts what comes back.
 * @throws Error when any answer is not 2xx: a benchmark of errors measures nothing.
 */
async function load(
  { url, pid, databasePid, headers = {}, body }: Target,
  { connections, seconds }: LoadOptions,
): Promise<Figures> {
  const used = () => Promise.all([cpuSeconds(pid), databasePid === undefined ? null : cpuSeconds(databasePid, true)]);
  const before = await used();
  const result = await autocannon({
    ...{ url, headers, connections, duration: seconds },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  const after = await used();
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  const perRequest = (index: 0 | 1) => {
    const [from, to] = [before[index], after[index]];
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
