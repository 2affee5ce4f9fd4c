import { once } from "node:events";
import { Agent, type RequestOptions, request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const measuredMs = 10_000;
/** Each read comes from the next of these, as from another buyer: none shares the floods' budgets and turns, or has used its own. */
const addresses = Array.from({ length: 250 }, (_, index) => `127.0.1.${index + 1}`);

// A process of its own, because the benchmark's has the chains, and of a high priority where that is permitted, because buyers have
// their own machines. For each message, reads the URL that it names for ten seconds and answers with the milliseconds of each read.
try {
  setPriority(constants.priority.PRIORITY_HIGH);
} catch {
  process.stderr.write(
    "not permitted to raise the priority of the measurement, which shares the machine with the floods\n",
  );
}
/** A URL to read, and how often, whether or not the reads before have been answered. */
export type Reading = { url: string; headers: Record<string, string>; everyMs: number };

process.on("message", (reading: Reading) => {
  void readLatencies(reading).then((times) => process.send?.(times));
});

/** Reads a URL for ten seconds. @returns milliseconds. */
async function readLatencies({ url, headers, everyMs }: Reading): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const reads: Promise<number>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < measuredMs) {
    reads.push(read({ url, headers, agent, localAddress: addresses[reads.length % addresses.length] }));
    await pause(everyMs);
  }
  const times = await Promise.all(reads);
  agent.destroy();
  return times;
}

async function read({ url, ...options }: { url: string } & RequestOptions): Promise<number> {
  const startedAt = performance.now();
  const sent = request(url, options).end();
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
  return performance.now() - startedAt;
}
