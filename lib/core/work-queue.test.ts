import fc from "fast-check";
import { expect, test } from "vitest";
import { createWorkQueue } from "#lib/core/work-queue.ts";

const message = "Too much is waiting. Try again in a few seconds.";
const limits = { waitingPerClient: 20, waitingInAll: 500, message };

/** Work that starts when the queue says so and ends when the test does; `started` has its clients in order. */
function controlled(options: { atOnce: number; perClient?: number; waitingPerClient?: number; waitingInAll?: number }) {
  const queue = createWorkQueue<string>({ ...limits, ...options });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (client: string) =>
    queue(client, async () => {
      const end = Promise.withResolvers<void>();
      ends.push(end.resolve);
      started.push(client);
      await end.promise;
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { run, started, endNext };
}

test("work starts at once while a place is free, also right after others and for a client that had many", async () => {
  const { run, started, endNext } = controlled({ atOnce: 2 });
  for (let count = 1; count <= 30; count += 1) {
    void run("greedy");
    expect(started).toHaveLength(count);
    await endNext();
  }
  void run("greedy");
  void run("greedy");
  expect(started).toHaveLength(32);
});

test("with any work of any clients, a place is never free while work waits, and no client waits for two of another client's", async () => {
  const clients = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(clients, fc.integer({ min: 1, max: 4 }), async (asked, atOnce) => {
      const { run, started, endNext } = controlled({ atOnce, waitingPerClient: 100 });
      const all = asked.map(run);
      for (let ended = 0; ended < asked.length; ended += 1) {
        expect(started).toHaveLength(Math.min(asked.length, ended + atOnce));
        await endNext();
      }
      await Promise.all(all);
      const left = [...asked];
      for (const client of started.slice(0, atOnce)) left.splice(left.indexOf(client as "a"), 1);
      const waited = started.slice(atOnce);
      for (const client of new Set(left)) {
        // Between two starts of a client with waiting work, each other client starts once at most.
        const places = waited.flatMap((other, index) => (other === client ? [index] : []));
        for (const [index, place] of places.entries()) {
          const between = waited.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, place);
          expect(new Set(between).size).toBe(between.length);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("a client's waiting work is bounded, and so is all clients'", async () => {
  const { run, started, endNext } = controlled({ atOnce: 1, waitingPerClient: 3, waitingInAll: 5 });
  const settled = (count: number, client: string) => Array.from({ length: count }, () => run(client));
  const refused = { code: "rate_limited", retryAfterSeconds: 5, message };
  const greedy = settled(4, "greedy");
  await expect(run("greedy")).rejects.toMatchObject(refused);
  const other = settled(2, "other");
  await expect(run("third")).rejects.toMatchObject(refused);
  for (let count = 0; count < 6; count += 1) await endNext();
  await Promise.all([...greedy, ...other]);
  expect(started).toEqual(["greedy", "greedy", "other", "greedy", "other", "greedy"]);
});

test("a client has no more places than its own, and the next client's work isn't held up by that", async () => {
  const { run, started, endNext } = controlled({ atOnce: 4, perClient: 2 });
  const all = ["slow", "slow", "slow", "other"].map(run);
  expect(started).toEqual(["slow", "slow", "other"]);
  await endNext();
  expect(started).toEqual(["slow", "slow", "other", "slow"]);
  for (let count = 0; count < 3; count += 1) await endNext();
  await Promise.all(all);
});

test("work that fails frees its place", async () => {
  const queue = createWorkQueue<string>({ ...limits, atOnce: 1, waitingPerClient: 0 });
  await expect(queue("own", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await queue("own", () => Promise.resolve("done"))).toBe("done");
});
