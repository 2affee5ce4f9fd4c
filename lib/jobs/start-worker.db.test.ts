import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { pool } from "#lib/db/pool.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { createDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";
import { setEnv } from "#test/env/set-env.ts";
import { until } from "#test/until.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";

let receiver: Receiver;
let restoreClock: () => void;
let stopPostgres: () => Promise<void>;
let startAgain: () => Promise<void>;
let aheadMs = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  const dataDir = await mkdtemp(path.join(tmpdir(), "till-down-"));
  const first = await startPostgres({ dataDir, durability: "off" });
  const { port } = first;
  const url = await createDatabase(first.url("postgres"), "till_down");
  await deployMigrations(url);
  await first.stop();
  stopPostgres = () => rm(dataDir, { recursive: true });
  startAgain = async () => {
    const server = await startPostgres({ dataDir, durability: "off", port });
    stopPostgres = () => server.stop().then(() => rm(dataDir, { recursive: true }));
  };
  const RELAYER_PRIVATE_KEY = devAccounts().relayer.privateKey;
  setEnv({ DATABASE_URL: url, RELAYER_PRIVATE_KEY, ALARM_SLACK_URL: receiver.url("/slack") });
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  restoreClock();
  await closeDatabase();
  await stopPostgres();
  await receiver.stop();
});

test("a worker that starts while Postgres is down sends the alarm, and works once Postgres is there", async () => {
  const worker = await startWorker();
  expect(worker.findProblems()).toContain("the job queue has no connection");
  aheadMs = 20_000;
  const [sent] = await receiver.count(1, "/slack");
  expect(sent?.body).toContain("Alarm: database_down");
  await startAgain();
  await until("the job queue", () => worker.findProblems().length === 0);
  await pool().query("SELECT graphile_worker.add_job('delete_old_alarms')");
  const isThere = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'delete_old_alarms'";
  await until("the job's end", async () => (await pool().query(isThere)).rows.length === 0);
  await worker.stop();
});
