import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type Runner, type RunnerOptions, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { beforeAbort } from "#lib/core/before-abort.ts";
import { database, pool } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Heartbeats } from "#lib/jobs/heartbeats.ts";
import { keepJobs } from "#lib/jobs/keep-jobs.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log, withoutSecrets } from "#lib/log/log.ts";
import { attemptsInHalfHour } from "#lib/queue/enqueue.ts";

const retryAfterMs = 2_000;
/** Longer than a connection may take. */
const firstTryMs = 15_000;
/** A job is one transaction or a few batches of them. The longest reads all books, at about a minute per million payments. */
const longestJobMs = 30 * 60_000;
/** The difference between the process's two clocks changes by less than this unless one of them is set. */
const clockSetMs = 60_000;
/** Several times within the lease of a job. */
const defaultCheckEveryMs = 20_000;
/** One refused email may be its address, and one failed run the database's restart. */
const alarmAfter = { mail: 3, other: 2 };

/**
 * A worker whose clock was ahead has scheduled the jobs of a time to come, and until then no worker would
 * schedule any. Clocks of workers may differ a little.
 */
const correctSchedule = statement({
  name: "jobs-correct-schedule",
  text: `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
    WHERE last_execution > now() + interval '2 minutes'`,
});

type JobQueue = {
  /** False while the queue has no connection to the database. */
  isConnected(): boolean;
  /** Resolves when the signal has aborted and running jobs have ended. */
  readonly ended: Promise<void>;
};

/**
 * Runs graphile-worker's jobs until the signal aborts. A database that can't be reached is tried again every
 * two seconds, and so is a runner that has stopped by itself, or whose schedule waits for a time to come
 * because the clock was ahead. Resolves after the first try, or 15 s.
 */
export async function startJobQueue(
  {
    taskList,
    crontab,
    beats,
    checkEveryMs = defaultCheckEveryMs,
    leaseMs,
  }: { taskList: TaskList; crontab: string; beats: Heartbeats; checkEveryMs?: number; leaseMs?: number },
  signal: AbortSignal,
): Promise<JobQueue> {
  const tried = Promise.withResolvers<void>();
  let isConnected = false;
  // A job fails when its signal aborts, 5 s after a stop began, so that another worker runs it at once. An
  // email doesn't: its mail server may still take it, and it would be sent twice. If the end of the process
  // cuts it off, it is sent when its lease has ended.
  const watched = Object.fromEntries(
    Object.entries(taskList).map(([name, task]) => {
      const around: typeof task = async (payload, helpers) => {
        const work = async () => {
          const running = Promise.resolve(task?.(payload, helpers));
          await (name === "send_mail"
            ? running
            : beforeAbort(running, helpers.abortSignal, new Error("the worker stops")));
        };
        return beats.around(`job ${name}`, work, longestJobMs)();
      };
      return [name, around];
    }),
  );
  const options: RunnerOptions = {
    pgPool: pool(),
    taskList: watched,
    crontab,
    concurrency: 10,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: queueLogger(),
    // A batch of its own for each job. Without batches nothing awaits the statement that records the end of a
    // job, so that its failure, as when Postgres restarts, would end the process. With them it stops the
    // runner, and another one is started.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
  const start = async () => {
    await pool().query("SELECT 1");
    const events: WorkerEvents = new EventEmitter();
    let id = "";
    events.on("pool:create", ({ workerPool }) => {
      id = workerPool.id;
    });
    const runner = await run({ ...options, events });
    await database.rows(correctSchedule, []);
    isConnected = true;
    reportFailedJobs(events);
    events.on("pool:listen:success", () => {
      isConnected = true;
    });
    events.on("pool:listen:error", () => {
      isConnected = false;
    });
    return { runner, keep: keepJobs(id, leaseMs) };
  };
  const runForEver = async () => {
    while (!signal.aborted) {
      try {
        const { runner, keep } = await start();
        tried.resolve();
        await untilStopped(runner, keep, signal, checkEveryMs);
      } catch (error) {
        log().warn({ err: error }, "the job queue doesn't run; it will be started again");
      }
      isConnected = false;
      tried.resolve();
      await pause(retryAfterMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = runForEver();
  await Promise.race([tried.promise, pause(firstTryMs, undefined, { ref: false })]);
  return { isConnected: () => isConnected, ended };
}

/**
 * Keeps a runner's jobs. Stops it when the signal aborts, or its clock is set back. Resolves when it has
 * ended, for whatever reason.
 */
async function untilStopped(
  runner: Runner,
  keep: () => Promise<void>,
  signal: AbortSignal,
  checkEveryMs: number,
): Promise<void> {
  const stop = () => void runner.stop().catch(() => undefined);
  const aheadMs = () => Date.now() - performance.now();
  let lastMs = aheadMs();
  const check = () => {
    const isSetBack = lastMs - aheadMs() > clockSetMs;
    lastMs = aheadMs();
    keep().catch((error: unknown) => log().warn({ err: error }, "could not renew the locks of jobs"));
    if (isSetBack) stop();
    else database.rows(correctSchedule, []).catch(() => undefined);
  };
  const checking = setInterval(check, checkEveryMs).unref();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  await runner.promise.finally(() => {
    clearInterval(checking);
    signal.removeEventListener("abort", stop);
  });
}

/**
 * Raises an alarm while jobs of a task fail for good one after another, two of them, or while three emails in
 * a row have failed for half an hour. An earlier failure that is tried again isn't counted.
 */
export function reportFailedJobs(events: WorkerEvents): void {
  const failures = new Map<string, number>();
  events.on("job:error", ({ job, error }) => {
    const task = job.task_identifier;
    const last = task === "send_mail" ? Math.min(attemptsInHalfHour, job.max_attempts) : job.max_attempts;
    if (job.attempts !== last) return;
    const count = (failures.get(task) ?? 0) + 1;
    failures.set(task, count);
    if (count < (task === "send_mail" ? alarmAfter.mail : alarmAfter.other)) return;
    const facts = { task, jobId: job.id, count, err: error };
    raiseAlarm("job_failed", task, facts, `${task} keeps failing, and nothing else does its work`);
  });
  events.on("job:success", ({ job }) => {
    failures.delete(job.task_identifier);
    endAlarm("job_failed", job.task_identifier, {}, `${job.task_identifier} succeeds again`);
  });
}

/**
 * Passes graphile-worker's messages to the log; that of a failed job has its error's text. The start and end
 * of every job are debug messages.
 */
function queueLogger(): Logger {
  return new Logger((scope) => (level, message) => {
    const at = level === "error" || level === "warning" ? "warn" : "debug";
    log()[at]({ queue: scope.label, taskId: scope.taskIdentifier }, withoutSecrets(message));
  });
}
