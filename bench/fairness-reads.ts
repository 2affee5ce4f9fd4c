import { once } from "node:events";
import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const measuredMs = 10_000;
/** The reader's own address: requests from the floods' would share its budgets and turns. */
const localAddress = "127.0.0.2";

// A process of its own, because the benchmark's has the chains, and of a high priority where that is permitted, because buyers have
// their own machines. For each message, reads the URL that it names for ten seconds and answers with the milliseconds of each read.
try {
  setPriority(constants.priority.PRIORITY_HIGH);
} catch {
  process.stderr.write(
    "not permitted to raise the priority of the measurement, which shares the machine with the floods\n",
  );
}
/** A URL to read, and how often: whether or not the reads before have been answered, or one after the other for null. */
export type Reading = { url: string; headers: Record<string, string>; everyMs: number | null };

process.on("message", (reading: Reading) => {
  void readLatencies(reading).then((times) => process.send?.(times));
});

/** Reads a URL for ten seconds. @returns milliseconds. */
async function readLatencies({ url, headers, everyMs }: Reading): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const reads: Promise<number>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < measuredMs) {
    const one = read(url, headers, agent);
    reads.push(one);
    await (everyMs === null ? one : pause(everyMs));
  }
  const times = await Promise.all(reads);
  agent.destroy();
  return times;
}

async function read(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  const sent = request(url, { headers, agent, localAddress }).end();
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
  return performance.now() - startedAt;
}
