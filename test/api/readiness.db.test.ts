import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWebServer } from "#lib/api/create-web-server.ts";
import { probes } from "#lib/api/probes.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { useClock } from "#lib/core/clock.ts";
import { expectMigrations } from "#lib/domain/platform/health/database-health.ts";
import { MIGRATIONS_DIR, readMigrations } from "#scripts/migrate/prisma-files.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { until } from "#test/until.ts";

// A node that knows the newest block only, and one that is down.
let blocks = 0;
const node = createServer(async (request, response) => {
  blocks += 1;
  const calls = (await json(request)) as { id: number }[];
  const answers = calls.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x10" }));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers));
});
let server: ReturnType<typeof createWebServer>;
let database: ServiceDatabase;
let names: string[];
let nowMs = Date.now();
let restoreClock: () => void;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(nowMs) });
  await new Promise<void>((resolve) => {
    node.listen(0, "127.0.0.1", resolve);
  });
  const { port } = node.address() as AddressInfo;
  database = await startDatabase({ RPC_URLS_8453: `http://127.0.0.1:${port}`, RPC_URLS_1: "http://127.0.0.1:1" });
  const { migrationDirectories } = await readMigrations(MIGRATIONS_DIR);
  names = migrationDirectories.map(({ path }) => path);
  expectMigrations(names);
  const pages = { answer: () => Promise.reject(new Error("this is no page")), upgrade: null };
  server = createWebServer(createRouteTable([]), pages).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  restoreClock();
  await database.stop();
  node.close();
  server.close();
});
afterEach(() => {
  nowMs += 60_000;
});

const readyz = () => probes["/readyz"]();

/** The answer to load balancers, over HTTP. */
async function balancersAnswer() {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/readyz?exclude=chains`);
  return { status: answer.status, body: await answer.json() };
}

/** Asks until no connection of the pool is left that was ended before. */
const readyzOnNewConnections = () =>
  until("an answer by a new connection", async () => {
    nowMs += 5_000;
    const answer = await readyz();
    return /terminat/.test(JSON.stringify(answer.body)) ? null : answer;
  });

const unavailable = (...reasons: string[]) => ({ status: 503, body: { status: "unavailable", reasons } });

test("one silent chain among others is a degradation, and repeated probes share one check", async () => {
  const answers = await Promise.all([1, 2, 3].map(readyz));
  expect(answers[0]).toEqual({ status: 200, body: { status: "ready", degraded: ["Ethereum doesn't answer"] } });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(blocks).toBe(1);
  // Also those that come one after the other, for three seconds.
  nowMs += 2_999;
  await readyz();
  expect(blocks).toBe(1);
  nowMs += 1;
  await readyz();
  expect(blocks).toBe(2);
});

test("pages that can't be shown are a degradation, because the API works", async () => {
  const { status, body } = await probes["/readyz"](() => "the pages' process doesn't run");
  expect([status, body]).toEqual([
    200,
    { status: "ready", degraded: ["Ethereum doesn't answer", "the pages' process doesn't run"] },
  ]);
});

test("a database without the schema, or without a migration of this build, isn't ready", async () => {
  await database.query("ALTER SCHEMA public RENAME TO away");
  await database.query("CREATE SCHEMA public");
  expect(await readyz()).toEqual(unavailable("the database has no schema: run `npm run migrate -- deploy`"));
  await database.query("DROP SCHEMA public");
  await database.query("ALTER SCHEMA away RENAME TO public");
  nowMs += 60_000;
  expectMigrations([...names, "29990101000000_later"]);
  expect(await readyz()).toEqual(
    unavailable("the database lacks 1 migrations, 29990101000000_later first: run `npm run migrate -- deploy`"),
  );
  expectMigrations(names);
});

test("a read-only database isn't ready, as after a failover to a standby", async () => {
  const name = new URL(database.url).pathname.slice(1);
  const endConnections = () =>
    database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  await database.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await endConnections();
  expect(await readyzOnNewConnections()).toEqual(
    unavailable("the database is read-only: it is a standby, or was set so"),
  );
  await database.query(`SET default_transaction_read_only = off`);
  await database.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  await endConnections();
  expect(await readyzOnNewConnections()).toMatchObject({ status: 200 });
});

test("a service none of whose chains answers isn't ready, once they have been silent for half a minute", async () => {
  expect(await readyz()).toMatchObject({ status: 200 });
  await new Promise((resolve) => {
    node.close(resolve);
    node.closeAllConnections();
  });
  nowMs += 10_000;
  expect(await readyz()).toMatchObject({ status: 200 });
  nowMs += 21_000;
  const reasons = expect.arrayContaining(["Base doesn't answer", "Ethereum doesn't answer"]);
  expect(await readyz()).toMatchObject({ status: 503, body: { reasons } });
  expect(await balancersAnswer()).toMatchObject({ status: 200, body: { degraded: reasons } });
});

test("load balancers also take a process away whose database isn't ready", async () => {
  expectMigrations([...names, "29990101000000_later"]);
  const reasons = [expect.stringContaining("29990101000000_later")];
  expect(await balancersAnswer()).toMatchObject({ status: 503, body: { reasons } });
  expectMigrations(names);
});
