import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";

const message = "Too much is waiting. Try again in a few seconds.";

/** Work that ends when `open` is called, and counts how much of it runs at once. */
function gatedWork() {
  const gate = Promise.withResolvers<void>();
  const counts = { running: 0, most: 0 };
  const work = async () => {
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await gate.promise;
    counts.running -= 1;
  };
  return { work, counts, open: gate.resolve };
}

const partner = () => newId("prt", new Date());

test("a partner's work runs one at a time, a bounded amount waits, and another partner's isn't delayed", async () => {
  const turns = createTurns({ perClient: 1, waitingPerClient: 20, atOnce: 16, waitingInAll: 500, message });
  const greedy = partner();
  const { work, counts, open } = gatedWork();
  const results = Promise.allSettled(Array.from({ length: 100 }, () => turns(greedy, work)));
  expect(await turns(partner(), () => Promise.resolve("done"))).toBe("done");
  open();
  const refused = (await results).filter((result) => result.status === "rejected");
  expect([counts.most, refused.length]).toEqual([1, 79]);
  expect(refused[0]?.reason).toMatchObject({ code: "rate_limited", retryAfterSeconds: 5, message });
  expect(await turns(greedy, () => Promise.resolve("done"))).toBe("done");
});

test("of work that takes turns in all, another partner's is next, however much one partner's waits", async () => {
  const turns = createTurns({ perClient: 1, waitingPerClient: 20, atOnce: 1, waitingInAll: 500, message });
  const { work, open } = gatedWork();
  const done: string[] = [];
  const greedy = partner();
  const all = Array.from({ length: 10 }, () => turns(greedy, () => work().then(() => done.push("greedy"))));
  all.push(turns(partner(), () => Promise.resolve(done.push("other"))));
  open();
  await Promise.all(all);
  expect(done.slice(0, 2)).toEqual(["greedy", "other"]);
});

test("work of all partners together is bounded", async () => {
  const turns = createTurns({ perClient: 1, waitingPerClient: 20, atOnce: 2, waitingInAll: 3, message });
  const { work, counts, open } = gatedWork();
  const results = Promise.allSettled(Array.from({ length: 10 }, () => turns(partner(), work)));
  open();
  expect((await results).filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect(counts.most).toBe(2);
});

test("work that fails frees its turn", async () => {
  const turns = createTurns({ perClient: 1, waitingPerClient: 0, atOnce: 1, waitingInAll: 0, message });
  const own = partner();
  await expect(turns(own, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await turns(own, () => Promise.resolve("done"))).toBe("done");
});

test("a turn rests as long as its work took, times the factor, before the client's next, but not before another's", async () => {
  const turns = createTurns({ perClient: 1, waitingPerClient: 20, atOnce: 1, waitingInAll: 500, rest: 3, message });
  const greedy = partner();
  const work = async () => {
    await pause(400);
    return performance.now();
  };
  const first = turns(greedy, work);
  const [firstEnd, secondEnd, otherEnd] = await Promise.all([first, turns(greedy, work), turns(partner(), work)]);
  expect(otherEnd).toBeLessThan(secondEnd);
  // 400 ms of work after a rest of at least three times that.
  expect(secondEnd - firstEnd).toBeGreaterThanOrEqual(4 * 399);
});

test("turns rest after a burst of work, which comes back at the pace of turns that rest", async () => {
  let nowMs = Date.now();
  const restore = useClock({ now: () => new Date(nowMs) });
  onTestFinished(restore);
  const turns = createTurns({
    perClient: 1,
    waitingPerClient: 20,
    atOnce: 1,
    waitingInAll: 500,
    rest: 99,
    burstMs: 150,
    message,
  });
  const own = partner();
  const done: number[] = [];
  const work = (name: number) =>
    turns(own, async () => {
      nowMs += 100;
      done.push(name);
    });
  await work(1);
  await pause(1);
  // A hundredth of this comes back.
  nowMs += 10_000;
  const works = [work(2), work(3), work(4)];
  await Promise.race([Promise.all(works), pause(2_000)]);
  expect(done).toEqual([1, 2, 3]);
});

test("nothing of a burst comes back while turns rest", async () => {
  let nowMs = Date.now();
  const restore = useClock({ now: () => new Date(nowMs) });
  onTestFinished(restore);
  const turns = createTurns({
    perClient: 1,
    waitingPerClient: 20,
    atOnce: 1,
    waitingInAll: 500,
    rest: 9,
    burstMs: 100,
    message,
  });
  const own = partner();
  const done: number[] = [];
  const work = (takesMs: number) =>
    turns(own, async () => {
      nowMs += takesMs;
      done.push(takesMs);
    });
  await work(100);
  await work(50);
  await pause(1);
  // The time that it rests.
  nowMs += 450;
  await work(45);
  const last = work(1);
  await pause(200);
  expect(done).toEqual([100, 50, 45]);
  await last;
});
