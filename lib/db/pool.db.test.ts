import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { statement } from "#lib/db/statement.ts";
import { inSnapshot, inTransaction } from "#lib/db/transaction.ts";
import { doAs, inBulk, setOwnWork } from "#lib/db/work.ts";
import { refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let service: ServiceDatabase;
beforeAll(async () => {
  service = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    DATABASE_STATEMENT_TIMEOUT: "1",
    DATABASE_POOL_SIZE: "8",
  });
  setOwnWork("merchant");
});
afterAll(() => service.stop());

const end = statement({ name: "end", text: "SELECT pg_terminate_backend(pg_backend_pid())" });
const slow = statement({ name: "slow", text: "SELECT pg_sleep(60)" });

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
    await tx.rows(statement({ name: "read-only", text: "SET TRANSACTION READ ONLY" }), []);
    await tx.rows(statement({ name: "write", text: "CREATE TABLE never ()" }), []);
  });
  expect(refusalOf(await write.catch((error: unknown) => error))).toMatchObject(down);
});

const lock = statement({ name: "lock", text: "SELECT pg_advisory_xact_lock($1)" });
const endDeadlocksAtOnce = statement({ name: "deadlocks", text: "SET LOCAL deadlock_timeout = '10ms'" });

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

const connections = statement<{ pid: number }>({
  name: "connections",
  text: "SELECT pg_backend_pid() AS pid, pg_sleep(0.01)",
});

/** Runs many statements at once. @returns the connections that they used. */
async function usedBy<Run extends (work: () => Promise<{ pid: number }[]>) => Promise<{ pid: number }[]>>(as: Run) {
  const run = () => as(() => database.rows(connections, []));
  return new Set((await Promise.all(Array.from({ length: 40 }, run))).flat().map(({ pid }) => pid));
}

const partners = [newId("prt", new Date()), newId("prt", new Date())] as const;

test("classes of work have connections of their own, and together as many as the process may have", async () => {
  const used = await Promise.all([
    usedBy((work) => doAs({ kind: "gateway" }, work)),
    usedBy((work) => doAs({ kind: "merchant" }, work)),
    usedBy((work) => inBulk(partners[0], work)),
  ]);
  expect(used.map(({ size }) => size)).toEqual([3, 3, 2]);
  expect(new Set(used.flatMap((pids) => [...pids])).size).toBe(8);
  expect((await usedBy((work) => doAs({ kind: "jobs" }, work))).size).toBe(8);
});

test("one partner's bulk work takes all of its connections while it's alone, and every other one as soon as another waits", async () => {
  const [greedy, other] = partners;
  const done: string[] = [];
  const one = (partnerId: typeof greedy) =>
    inBulk(partnerId, () => database.rows(connections, [])).then(() => done.push(partnerId));
  const all = [...Array.from({ length: 20 }, () => one(greedy)), one(other), one(other)];
  await Promise.all(all);
  // Two run when the other's come, and one of its own is next to each of its.
  expect(done.lastIndexOf(other)).toBeLessThan(7);
});

type Run = <T>(work: (on: Queryable) => Promise<T>) => Promise<T>;
const runs: [string, Run][] = [
  ["transaction", inTransaction],
  ["snapshot", inSnapshot],
];

test.for(runs)("in bulk work, statements next to a %s's own don't wait for its connection", async ([, run]) => {
  const both = () => run(async (tx) => [await tx.rows(connections, []), await database.rows(connections, [])]);
  const all = Array.from({ length: 10 }, () => inBulk(partners[0], both));
  expect(await Promise.all(all)).toHaveLength(10);
});
