import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    DATABASE_STATEMENT_TIMEOUT: "1",
    DATABASE_POOL_SIZE: "3",
  });
});
afterAll(() => service.stop());

const end = { name: "end", text: "SELECT pg_terminate_backend(pg_backend_pid())" };
const slow = { name: "slow", text: "SELECT pg_sleep(60)" };

test.each([
  ["a statement", () => database.rows(slow, [])],
  ["a statement of Prisma", () => prisma().$queryRawUnsafe(slow.text)],
])("%s that takes too long is ended, and its client gets 503", async (_name, run) => {
  const refusal = refusalOf(await run().catch((error: unknown) => error));
  if (refusal === null) throw new Error("it was not refused");
  expect(statusOf(refusal)).toBe(503);
  expect(refusal).toMatchObject({ code: "internal_error", retryAfterSeconds: 5 });
});

const down = {
  code: "internal_error",
  message: expect.stringContaining("can't reach its database"),
  retryAfterSeconds: 5,
};

test.each([
  ["a statement", () => database.rows(end, [])],
  ["a statement of a transaction", () => inTransaction((tx) => tx.rows(end, []))],
  ["a statement of Prisma", () => prisma().$queryRawUnsafe(end.text)],
])("%s whose connection the server ends is answered with 503", async (_name, run) => {
  expect(refusalOf(await run().catch((error: unknown) => error))).toMatchObject(down);
});

test("a database that takes no writes is answered with 503", async () => {
  const write = inTransaction(async (tx) => {
    await tx.rows({ name: "read-only", text: "SET TRANSACTION READ ONLY" }, []);
    await tx.rows({ name: "write", text: "CREATE TABLE never ()" }, []);
  });
  expect(refusalOf(await write.catch((error: unknown) => error))).toMatchObject(down);
});

const lock = { name: "lock", text: "SELECT pg_advisory_xact_lock($1)" };
const endDeadlocksAtOnce = { name: "deadlocks", text: "SET LOCAL deadlock_timeout = '10ms'" };

test("of two transactions in a deadlock one ends, and its client gets 503", async () => {
  const isLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lockBoth = (own: 0 | 1, other: 0 | 1) =>
    inTransaction(async (tx) => {
      await tx.rows(endDeadlocksAtOnce, []);
      await tx.rows(lock, [own]);
      isLocked[own].resolve();
      await isLocked[other].promise;
      await tx.rows(lock, [other]);
    });
  const results = await Promise.allSettled([lockBoth(0, 1), lockBoth(1, 0)]);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [refusalOf(result.reason)] : []));
  expect(refusals).toMatchObject([
    { code: "internal_error", message: "This change conflicted with another one. Try again.", retryAfterSeconds: 1 },
  ]);
});

test("a process has as many connections as it may have, however many statements it runs", async () => {
  const connections = { name: "connections", text: "SELECT pg_backend_pid() AS pid, pg_sleep(0.01)" };
  const rows = await Promise.all(Array.from({ length: 30 }, () => database.rows<{ pid: number }>(connections, [])));
  expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBe(3);
});
