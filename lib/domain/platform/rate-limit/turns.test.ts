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

/** One client's turns, one at a time, by a clock that moves only with its work and with `pass`, and that the test has to use. */
function clockedTurns(options: { rest: number; burstMs: number }) {
  let nowMs = Date.now();
  const turns = createTurns({ perClient: 1, waitingPerClient: 20, atOnce: 1, waitingInAll: 500, ...options, message });
  const own = partner();
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const work = (ms: number, done: () => unknown) =>
    turns(own, async () => {
      pass(ms);
      done();
    });
  return { work, pass, clock: { now: () => new Date(nowMs) } };
}

test("turns rest after a burst of work, which comes back at the pace of turns that rest", async () => {
  const { work, pass, clock } = clockedTurns({ rest: 99, burstMs: 150 });
  onTestFinished(useClock(clock));
  const done: number[] = [];
  const named = (name: number) => work(100, () => done.push(name));
  await named(1);
  await pause(1);
  // A hundredth of this comes back.
  pass(10_000);
  const works = [named(2), named(3), named(4)];
  await Promise.race([Promise.all(works), pause(2_000)]);
  expect(done).toEqual([1, 2, 3]);
});

test("nothing of a burst comes back while turns rest", async () => {
  const { work, pass, clock } = clockedTurns({ rest: 9, burstMs: 100 });
  onTestFinished(useClock(clock));
  const done: number[] = [];
  const lasting = (ms: number) => work(ms, () => done.push(ms));
  await lasting(100);
  await lasting(50);
  await pause(1);
  // The time that it rests.
  pass(450);
  await lasting(45);
  const last = lasting(1);
  await pause(200);
  expect(done).toEqual([100, 50, 45]);
  await last;
});
