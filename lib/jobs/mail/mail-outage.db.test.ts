import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TaskList } from "graphile-worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#lib/db/transaction.ts";
import { requestLink } from "#lib/domain/partners/email-links/request-link.ts";
import { Heartbeats } from "#lib/jobs/heartbeats.ts";
import { startJobQueue } from "#lib/jobs/job-queue.ts";
import { tasks } from "#lib/jobs/tasks.ts";
import { alarms } from "#lib/log/alarm.ts";
import { enqueue, type JobPayload } from "#lib/queue/enqueue.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { until } from "#test/until.ts";

const greetingTimeoutMs = 1_500;
let database: ServiceDatabase;
let mailServer: Server;
let end: AbortController;
/** The connections to a mail server that takes each and never says a word. */
const connections: Socket[] = [];

beforeAll(async () => {
  mailServer = createServer((socket) => connections.push(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(mailServer, "listening");
  const { port } = mailServer.address() as AddressInfo;
  database = await startDatabase({
    SMTP_URL: `smtp://127.0.0.1:${port}?greetingTimeout=${greetingTimeoutMs}`,
    MAIL_FROM: "Till <till@till.example>",
  });
});
afterEach(async () => {
  end.abort();
  await database.query("DELETE FROM graphile_worker._private_jobs");
  connections.length = 0;
});
afterAll(async () => {
  for (const socket of connections) socket.destroy();
  mailServer.close();
  await database.stop();
});

async function work(others: TaskList): Promise<{ ended: Promise<void> }> {
  end = new AbortController();
  const taskList = { send_mail: tasks.send_mail, ...others } as TaskList;
  return startJobQueue({ taskList, crontab: "", beats: new Heartbeats() }, end.signal);
}

test("a mail server that hangs doesn't delay other jobs behind all emails", async () => {
  const waiting = 60;
  for (let index = 0; index < waiting; index += 1) await requestLink("sign_up", `ada${index}@till.example`);
  let askedBefore = 0;
  const queue = await work({
    expire_payments: async () => {
      askedBefore = connections.length;
    },
  });
  await until("the first emails", () => connections.length > 0);
  await database.query("SELECT graphile_worker.add_job('expire_payments')");
  await until("the other job", () => askedBefore > 0);
  // The emails under way, and at most as many that took the places which became free with it.
  expect(askedBefore).toBeLessThanOrEqual(20);
  end.abort();
  await queue.ended;
});

const changed: JobPayload<"send_mail"> = {
  kind: "destinations_changed",
  email: "ada@till.example",
  merchantId: "mrch_1",
  merchantName: "Café Lumen",
  changes: [],
  by: null,
  at: "2026-11-23T08:00:00.000Z",
  takesEffectAt: null,
};

test("an email that says something only once is tried for days, and an alarm is raised after half an hour", async () => {
  for (const key of ["1", "2", "3"]) await inTransaction((tx) => enqueue(tx, "send_mail", changed, key));
  await requestLink("sign_up", "ada@till.example");
  type Waiting = { kind: string; attempts: number; failed: boolean };
  const list = () =>
    database.query<Waiting>(`SELECT payload->>'kind' AS kind, attempts, attempts >= max_attempts AS failed
      FROM graphile_worker._private_jobs ORDER BY id`);
  const prepare = (number: number) =>
    database.query(
      "UPDATE graphile_worker._private_jobs SET attempts = $1, run_at = now() WHERE attempts < max_attempts",
      [number - 1],
    );
  const attempt = async (number: number) => {
    await prepare(number);
    await endOf(number);
  };
  const endOf = async (number: number) => {
    await until("the attempt", async () =>
      (await list()).every(({ attempts, failed }) => failed || attempts >= number),
    );
    await until("its end", async () => {
      const rows = await database.query("SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL");
      return rows.length === 0;
    });
  };
  const raised = () =>
    alarms()
      .take()
      .flatMap(({ raised: one }) => one?.kind ?? []);
  // Before the worker, which would be in the first attempt.
  await prepare(7);
  const queue = await work({});
  await endOf(7);
  expect((await list()).some(({ failed }) => failed)).toBe(false);
  expect(raised()).toEqual([]);
  await attempt(8);
  expect((await list()).map(({ kind, failed }) => [kind, failed])).toEqual([
    ["destinations_changed", false],
    ["destinations_changed", false],
    ["destinations_changed", false],
    ["sign_up", true],
  ]);
  expect(raised()).toEqual(["job_failed"]);
  await attempt(20);
  expect((await list()).filter(({ failed }) => failed)).toHaveLength(1);
  end.abort();
  await queue.ended;
});
