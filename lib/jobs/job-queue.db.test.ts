import { setTimeout as pause } from "node:timers/promises";
import { Logger, run, type TaskList } from "graphile-worker";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { Heartbeats } from "#lib/jobs/heartbeats.ts";
import { reportFailedJobs, startJobQueue } from "#lib/jobs/job-queue.ts";
import { deleteFailedJobs } from "#lib/jobs/keep-jobs.ts";
import { alarms, toJson } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";
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

test.each([
  ["succeeds", "DELETE", async () => undefined],
  ["fails", "UPDATE OF last_error", () => Promise.reject(new Error("no disk"))],
])(
  "a connection that is lost while it records that a job %s ends neither the process nor the queue",
  async (_how, event, end) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    await database.query(`
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE TRIGGER lose BEFORE ${event} ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION lose();`);
    const ran: string[] = [];
    const taskList = {
      first: async () => {
        ran.push("first");
        await end();
      },
      second: async () => void ran.push("second"),
    };
    const stop = new AbortController();
    const queue = await startJobQueue({ taskList, crontab: "", beats: new Heartbeats() }, stop.signal);
    await database.query("SELECT graphile_worker.add_job('first', max_attempts := 1)");
    await until("the queue to lose its runner", () => unhandled.length > 0 || (ran.length > 0 && !queue.isConnected()));
    await database.query("DROP FUNCTION lose() CASCADE");
    await database.query("SELECT graphile_worker.add_job('second')");
    await until("the next job", () => ran.includes("second"));
    stop.abort();
    await queue.ended;
    expect([ran, unhandled]).toEqual([["first", "second"], []]);
  },
);

test("jobs that failed for good more than a week ago are deleted, and no others", async () => {
  await database.query(`
    DELETE FROM graphile_worker._private_jobs;
    SELECT graphile_worker.add_job(state, max_attempts := 1)
      FROM unnest(ARRAY['failed', 'failed lately', 'running', 'waiting']) AS state;
    UPDATE graphile_worker._private_jobs j SET attempts = CASE WHEN t.identifier = 'waiting' THEN 0 ELSE 1 END,
        locked_at = CASE WHEN t.identifier = 'running' THEN now() END,
        run_at = now() - CASE WHEN t.identifier = 'failed lately' THEN interval '6 days' ELSE interval '8 days' END
      FROM graphile_worker._private_tasks t WHERE t.id = j.task_id;`);
  await deleteFailedJobs();
  const left = await database.query("SELECT task_identifier AS task FROM graphile_worker.jobs ORDER BY 1");
  expect(left).toEqual(["failed lately", "running", "waiting"].map((task) => ({ task })));
});

test("jobs are scheduled again after the clock of a worker was ahead", async () => {
  const crontab = "* * * * * tick";
  const stop = new AbortController();
  const options = { taskList: { tick: async () => undefined }, crontab, beats: new Heartbeats(), checkEveryMs: 100 };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7_200_000 });
  const queue = await startJobQueue(options, stop.signal);
  vi.useRealTimers();
  await until("the runner to end", () => !queue.isConnected());
  // As the schedule of that worker was.
  await database.query(
    "UPDATE graphile_worker._private_known_crontabs SET last_execution = now() + interval '2 hours'",
  );
  await until("another runner", () => queue.isConnected());
  const ahead = "SELECT FROM graphile_worker._private_known_crontabs WHERE last_execution > now()";
  await until("a schedule of the present", async () => (await database.query(ahead)).length === 0);
  stop.abort();
  await queue.ended;
});

test("neither the log nor an alarm has the email that a mail server refuses, or the key in a node's URL", async () => {
  const logged = vi.spyOn(log(), "warn");
  const raised = vi.spyOn(log(), "error");
  const end = new AbortController();
  const refuse = async () => {
    throw new Error("550 5.1.1 <grace@hopper.example>: no such user. URL: https://base.example/v2/secret-key");
  };
  const queue = await startJobQueue({ taskList: { refuse }, crontab: "", beats: new Heartbeats() }, end.signal);
  for (let count = 1; count <= 2; count += 1) {
    await database.query("SELECT graphile_worker.add_job('refuse', max_attempts := 1)");
    await until("the job's failure", () => logged.mock.calls.length >= count);
  }
  end.abort();
  await queue.ended;
  const written = JSON.stringify([logged.mock.calls, raised.mock.calls.map(([facts]) => toJson(facts as object))]);
  expect(written).toContain("550 5.1.1");
  expect(JSON.stringify(alarms().take())).toContain("550 5.1.1");
  for (const secret of ["grace", "secret-key"]) expect(written).not.toContain(secret);
});

test("a job that hangs while its worker stops is another worker's at once", async () => {
  const end = new AbortController();
  let hasStarted = false;
  const hang = () => {
    hasStarted = true;
    return new Promise<void>(() => undefined);
  };
  const queue = await startJobQueue({ taskList: { hang }, crontab: "", beats: new Heartbeats() }, end.signal);
  await database.query("SELECT graphile_worker.add_job('hang')");
  await until("the job's start", () => hasStarted);
  end.abort();
  await Promise.race([queue.ended, pause(10_000)]);
  const isFree =
    "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'hang' AND locked_at IS NULL AND attempts = 1";
  await until("the job's release", async () => (await database.query(isFree)).length === 1);
});

/** Starts a worker whose jobs are another's after half a second without a sign of it. Returns what stops it. */
async function startWorker(taskList: TaskList): Promise<() => Promise<void>> {
  const end = new AbortController();
  const options = { taskList, crontab: "", beats: new Heartbeats(), checkEveryMs: 50, leaseMs: 500 };
  const queue = await startJobQueue(options, end.signal);
  return () => {
    end.abort();
    return queue.ended;
  };
}

test("a job whose worker was killed is another worker's when nothing has been heard of the worker for a while", async () => {
  let ranAt = 0;
  await database.query(`SELECT graphile_worker.add_job('lost', max_attempts := 2)`);
  await database.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour', locked_by = 'killed', attempts = 1",
  );
  const startedAt = performance.now();
  const stop = await startWorker({
    lost: async () => {
      ranAt = performance.now();
    },
  });
  await until("the job", () => ranAt > 0);
  // The database may have been away for all workers alike, so that the killed one gets time to be heard.
  expect(ranAt - startedAt).toBeGreaterThan(500);
  await stop();
});

test("no worker takes over a job while its worker lives, however long it takes", async () => {
  const started: number[] = [];
  const ended = Promise.withResolvers<void>();
  const taskList = {
    long: () => {
      started.push(performance.now());
      return ended.promise;
    },
  };
  const stops = await Promise.all([startWorker(taskList), startWorker(taskList)]);
  await database.query("SELECT graphile_worker.add_job('long')");
  await until("the job", () => started.length > 0);
  await pause(2_000);
  ended.resolve();
  for (const stop of stops) await stop();
  expect(started).toHaveLength(1);
});
