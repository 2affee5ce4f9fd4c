import { expect, test } from "vitest";
import { Heartbeats } from "#lib/jobs/heartbeats.ts";

test("a loop whose work takes longer than two minutes is reported until it ends; another one of its name doesn't hide it", async () => {
  const beats = new Heartbeats();
  const hanging = Promise.withResolvers<void>();
  const work = beats.around("payouts", () => hanging.promise);
  const running = work();
  await beats.around("payouts", async () => undefined)();
  const startedAt = performance.now();
  expect(beats.findSilent(startedAt + 100_000)).toEqual([]);
  expect(beats.findSilent(startedAt + 130_000)).toEqual(["payouts has made no progress for 130 s"]);
  hanging.resolve();
  await running;
  expect(beats.findSilent(startedAt + 500_000)).toEqual([]);
});

test("work that fails has ended", async () => {
  const beats = new Heartbeats();
  const work = beats.around("payouts", () => Promise.reject(new Error("down")));
  await expect(work()).rejects.toThrow("down");
  expect(beats.findSilent(performance.now() + 500_000)).toEqual([]);
});

test("a loop that hangs for ten minutes is hung, and a job has the time that it is given", async () => {
  const beats = new Heartbeats();
  const hanging = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const running = [
    beats.around("payouts", () => hanging.promise)(),
    beats.around("job reconcile_books", () => hanging.promise, 1_800_000)(),
  ];
  expect(beats.findHung(startedAt + 590_000)).toEqual([]);
  expect(beats.findHung(startedAt + 620_000)).toEqual(["payouts has made no progress for 620 s"]);
  expect(beats.findSilent(startedAt + 1_900_000)).toHaveLength(2);
  expect(beats.findHung(startedAt + 10_000_000)).toHaveLength(2);
  hanging.resolve();
  await Promise.all(running);
});
