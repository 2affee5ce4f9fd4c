import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectMigrations } from "#lib/domain/platform/health/database-health.ts";
import { reportMissingMigrations } from "#lib/jobs/report-missing-migrations.ts";
import { log } from "#lib/log/log.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { until } from "#test/until.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(async () => {
  expectMigrations([]);
  await database.stop();
});

test("a worker names the first missing migration until it is applied", async () => {
  const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
  const [applied] = await database.query<{ name: string }>(
    "SELECT max(migration_name) AS name FROM _prisma_migrations",
  );
  const { name = "" } = applied ?? {};
  const finish = (at: string) =>
    database.query(`UPDATE _prisma_migrations SET finished_at = ${at} WHERE migration_name = $1`, [name]);
  expectMigrations([name]);
  await finish("NULL");
  const reporting = reportMissingMigrations(new AbortController().signal, 1);
  const message = `the database lacks 1 migrations, ${name} first: run \`npm run migrate -- deploy\``;
  await until("the report", () => logged.mock.calls.length > 1);
  expect(logged.mock.calls[0]).toEqual([message]);
  await finish("now()");
  await expect(reporting).resolves.toBeUndefined();
  logged.mockRestore();
});
