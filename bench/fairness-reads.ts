import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Requests of one kind, each sent once, so many milliseconds apart, whether or not the ones before have been
 * answered.
 */
export type Reading = {
  name: string;
  everyMs: number;
  status: number;
  requests: readonly { path: string; headers?: Record<string, string>; body?: string }[];
};
/** Milliseconds of each request, by the reading's name. */
export type Latencies = Record<string, number[]>;

/**
 * Each request comes from the next of these, as from another buyer: none shares the floods' budgets and
 * turns, or has used its own.
 */
const addresses = Array.from({ length: 250 }, (_, index) => `127.0.1.${index + 1}`);

// A process of its own, because the benchmark's has the chains. For each message, sends the requests of all
// readings side by side and answers with their latencies.
process.on("message", async ({ baseUrl, readings }: { baseUrl: string; readings: readonly Reading[] }) => {
  const agent = new Agent({ keepAlive: true });
  const measured = await Promise.all(
    readings.map(async (reading) => [reading.name, await readAll(baseUrl, reading, agent)] as const),
  );
  agent.destroy();
  process.send?.(Object.fromEntries(measured));
});
process.on("disconnect", () => process.exit());

async function readAll(baseUrl: string, { requests, everyMs, status }: Reading, agent: Agent): Promise<number[]> {
  const startedAt = performance.now();
  const sent: Promise<number>[] = [];
  for (const [index, one] of requests.entries()) {
    await pause(Math.max(0, startedAt + index * everyMs - performance.now()));
    sent.push(read(baseUrl + one.path, status, one, { agent, localAddress: addresses[index % addresses.length] }));
  }
  return Promise.all(sent);
}

async function read(
  url: string,
  status: number,
  { headers = {}, body }: Reading["requests"][number],
  from: { agent: Agent; localAddress: string | undefined },
): Promise<number> {
  const startedAt = performance.now();
  const method = body === undefined ? "GET" : "POST";
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sent = request(url, { ...from, method, headers: { ...headers, ...length } }).end(body);
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== status) {
    throw new Error(
      `${url} returned ${response.statusCode}, not ${status}: ${Buffer.concat(chunks).toString().slice(0, 500)}`,
    );
  }
  return performance.now() - startedAt;
}
