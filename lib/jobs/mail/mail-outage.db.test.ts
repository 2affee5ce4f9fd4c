import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TaskList } from "graphile-worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { requestLink } from "#lib/domain/partners/email-links/request-link.ts";
import { Heartbeats } from "#lib/jobs/heartbeats.ts";
import { startJobQueue } from "#lib/jobs/job-queue.ts";
import { tasks } from "#lib/jobs/tasks.ts";
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
  // Those under way, and those that follow in the places that became free with it.
  expect(askedBefore).toBeLessThanOrEqual(20);
  end.abort();
  await queue.ended;
});
