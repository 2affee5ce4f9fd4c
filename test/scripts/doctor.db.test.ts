import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";
import { type MetricsQuery, readFigures } from "#lib/domain/platform/metrics/repository.ts";
import { addPoolMetrics, addServiceMetrics } from "#lib/domain/platform/metrics/service-metrics.ts";
import { metrics } from "#lib/log/metrics.ts";
import { connectionsCheck } from "#scripts/doctor/connections-check.ts";
import { databaseChecks } from "#scripts/doctor/database-checks.ts";
import { describeFindings, runChecks } from "#scripts/doctor/run-checks.ts";
import { expectSchema } from "#scripts/process/expect-schema.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
  await expectSchema();
  await createTestPayment(await createPartner());
  await database.query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (8453, '0x1', 0)");
  const message = "a payout failed";
  await inTransaction((tx) => recordAlarm(tx, "payout_failed", "pay_1", { paymentId: "pay_1" }, message));
});
afterAll(() => database.stop());

test("the doctor says what to do about each problem, and a check that fails or hangs stops no other", async () => {
  const broken = { name: "broken", run: () => Promise.reject(new Error("no route to postgres://user:secret@host/x")) };
  const findings = await runChecks([...databaseChecks, broken]);
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  expect(of("database")).toEqual([
    { check: "database", result: "ok", text: expect.stringMatching(/^Postgres \d+ answers, has every migration/) },
  ]);
  expect(of("clock")[0]?.result).toBe("ok");
  expect(of("worker")[0]).toMatchObject({ result: "problem", todo: "Start one: `npm run worker`." });
  expect(of("alarms").map(({ result, text }) => [result, text.slice(0, 38)])).toEqual([
    ["warning", "they are only logged"],
    ["problem", "payout_failed (pay_1): a payout failed"],
  ]);
  expect(of("broken")[0]?.text).toBe("could not be checked: no route to [url]");
  expect(describeFindings(findings)).toMatch(/\nPROBLEM [\s\S]*\n\n\d+ ok, \d+ warnings, \d+ problems$/);
});

test("the doctor says how to build the indexes anew after the order of text has changed", async () => {
  const check = async () => {
    const findings = await runChecks(databaseChecks.filter(({ name }) => name === "collation"));
    return findings.map(({ result, todo }) => [result, todo]);
  };
  expect(await check()).toEqual([["ok", undefined]]);
  // As after an upgrade of the system.
  await database.query("UPDATE pg_database SET datcollversion = '0' WHERE datname = current_database()");
  expect(await check()).toEqual([
    [
      "warning",
      expect.stringMatching(/^Run in psql: REINDEX DATABASE (\S+); ALTER DATABASE \1 REFRESH COLLATION VERSION;$/),
    ],
  ]);
  await database.query(
    "UPDATE pg_database SET datcollversion = pg_database_collation_actual_version(oid) WHERE datname = current_database()",
  );
});

test.each([
  [{ webPool: 1, pagesPool: 1, workerPool: 1 }, "ok", 10],
  [{ webPool: 20_000, pagesPool: 8, workerPool: 20 }, "warning", 40_060],
])("the doctor compares the connections of %o with those that Postgres allows", async (pools, result, taken) => {
  const [finding] = await connectionsCheck(() => pools).run();
  expect(finding).toMatchObject({ result, text: expect.stringMatching(`two workers take up to ${taken}$`) });
});

test("every figure of the service can be read from the database", async () => {
  addPoolMetrics();
  addServiceMetrics();
  const text = await metrics().registry.metrics();
  expect(text).toContain("till_payments_open 1\n");
  expect(text).toContain('till_alarms{kind="payout_failed",level="error"} 1\n');
  expect(text).toContain('till_relay_wallet_paused{chain="8453",wallet="0x1"} 0\n');
  expect(text).toContain("till_webhooks_due 0\n");
  expect(text).toContain('till_payment_transitions_total{to="requires_action"} 1\n');
  const queries: MetricsQuery[] = ["open", "attempts", "relay", "wallets", "payouts", "jobs", "alarms"];
  for (const query of queries) await expect(readFigures(query)).resolves.toBeInstanceOf(Array);
});
