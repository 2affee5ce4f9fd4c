import { Logger, run } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { reportFailedJobs } from "#lib/jobs/job-queue.ts";
import { alarms } from "#lib/log/alarm.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { until } from "#test/until.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

test("a job that fails twice in a row raises an alarm, which its next success ends", async () => {
  let isBroken = true;
  const runner = await run({
    pgPool: pool(),
    taskList: {
      broken: async () => {
        if (isBroken) throw new Error("no disk");
      },
    },
    noHandleSignals: true,
    pollInterval: 100,
    logger: new Logger(() => () => undefined),
  });
  reportFailedJobs(runner.events);
  const ended: string[] = [];
  runner.events.on("job:complete", ({ job }) => void ended.push(job.id));
  const runOnce = async () => {
    const count = ended.length;
    await runner.addJob("broken", {}, { maxAttempts: 1 });
    await until("the end of the job", () => ended.length > count);
    return alarms()
      .take()
      .map(({ raised, ended: end }) => [raised?.subject, raised?.facts.err, end?.message]);
  };
  expect(await runOnce()).toEqual([]);
  expect(await runOnce()).toEqual([["broken", "no disk", undefined]]);
  isBroken = false;
  expect(await runOnce()).toEqual([[undefined, undefined, "broken succeeds again"]]);
  await runner.stop();
});
