import autocannon from "autocannon";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { type Cores, watchCpu } from "./cpu-time.ts";

type Request = { path: string; headers?: Record<string, string>; body?: string };
export type Target = {
  name: string;
  baseUrl: string;
  /** The request of this number; each number is used once. A POST when it has a body. */
  request: (index: number) => Request;
  /** The processes whose CPU time is printed. */
  pids: Readonly<Record<string, number>>;
  /** Its requests are of an API key, and so in the request log. */
  isLogged?: boolean;
};
/** One round of one target. */
export type Measured = {
  perSecond: number;
  p99Ms: number | null;
  cores: Cores;
  /** Requests that the request log dropped; null without a log. */
  unlogged: number | null;
};

export type Pace = { connections: number; seconds: number };

/**
 * The load before the measurement: afterwards connections are open, code is compiled, and the request log is
 * being written.
 */
const leadSeconds = 2;

/**
 * Loads a target and measures throughput, latency and CPU time, after a lead.
 * @throws Error when a response isn't 2xx: a benchmark of errors is meaningless.
 */
export async function load(target: Target, { connections, seconds }: Pace): Promise<Measured> {
  const startedAt = new Date();
  const run = async (duration: number) => {
    const setupRequest = (request: autocannon.Request): autocannon.Request => {
      const { path, headers = {}, body } = target.request(sent++);
      return { ...request, path, headers, ...(body === undefined ? {} : { method: "POST", body }) };
    };
    const result = await autocannon({ url: target.baseUrl, connections, duration, requests: [{ setupRequest }] });
    const failed = result.non2xx + result.errors + result.timeouts;
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(", ");
    if (failed > 0) throw new Error(`${target.name}: ${failed} requests failed; statuses ${statuses}`);
    return result;
  };
  const lead = await run(leadSeconds);
  const endCpu = await watchCpu(target.pids);
  const result = await run(seconds);
  const cores = await endCpu();
  const answered = lead.requests.total + result.requests.total;
  return {
    perSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    cores,
    unlogged: target.isLogged ? answered - (await countLogged(startedAt, answered)) : null,
  };
}

/** Across all targets, so that no two requests of a run are the same. */
let sent = 0;

const count = statement<{ count: number }>({
  name: "bench-logged",
  text: "SELECT count(*)::int AS count FROM request_log_entry WHERE at >= $1",
});

/**
 * Counts the requests since a time that the request log has, once it has all of them or has stopped growing.
 */
async function countLogged(since: Date, expected: number): Promise<number> {
  let [logged, stoppedFor] = [0, 0];
  while (logged < expected && stoppedFor < 5) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const [row] = await database.rows(count, [since]);
    stoppedFor = row?.count === logged ? stoppedFor + 1 : 0;
    logged = row?.count ?? 0;
  }
  return Math.min(logged, expected);
}

/**
 * Measures subjects in alternation, so that what else the machine does affects all of them.
 * @returns the rounds of each subject, in the order of the subjects.
 */
export async function alternate<T>(subjects: readonly (() => Promise<T>)[], rounds: number): Promise<T[][]> {
  const measured = subjects.map((): T[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) measured[index]?.push(await subject());
  }
  return measured;
}
