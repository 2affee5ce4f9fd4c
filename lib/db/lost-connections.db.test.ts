import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { batchedRead } from "#lib/db/batched-read.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { database, pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { signals } from "#lib/db/signals.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { setOwnWork } from "#lib/db/work.ts";
import { refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { type SilentProxy, startSilentProxy } from "#test/db/silent-proxy.ts";
import { setEnv } from "#test/env/set-env.ts";

let server: TestDatabase;
let proxy: SilentProxy;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startSilentProxy(server.url);
  setEnv({ DATABASE_URL: proxy.url, DATABASE_STATEMENT_TIMEOUT: "1", DATABASE_POOL_SIZE: "8" });
  setOwnWork("merchant");
});
afterEach(() => {
  proxy.lose(0, () => false);
});
afterAll(async () => {
  await proxy.stop();
  await closeDatabase();
  await server.drop();
});

const mark = "one of those that are lost";
const isMarked = (sent: Buffer) => sent.includes(mark);
const marked = statement({ name: "marked", text: `SELECT 1 AS "${mark}"` });
const connection = statement({ name: "connection", text: "SELECT pg_backend_pid() AS pid" });

const thrownBy = (run: () => Promise<unknown>) =>
  run().then(
    () => null,
    (error: unknown) => error,
  );

test.each<[string, () => Promise<unknown>]>([
  ["a statement", () => database.rows(marked, [])],
  [
    "statements that a transaction sends together",
    () => inTransaction((tx) => Promise.all([connection, marked, connection].map((each) => tx.rows(each, [])))),
  ],
  ["a statement of Prisma", () => prisma().$queryRawUnsafe(marked.text)],
  ["a transaction of Prisma", () => prisma().$transaction([prisma().$queryRawUnsafe(marked.text)])],
])(
  "%s over a connection that is lost without a word gets 503, and the connection isn't used again",
  async (_name, run) => {
    proxy.lose(1, isMarked);
    const refusal = refusalOf(await thrownBy(run));
    if (refusal === null) throw new Error("it was not refused");
    expect(statusOf(refusal)).toBe(503);
    expect(refusal).toMatchObject({
      message: expect.stringContaining("can't reach its database"),
      retryAfterSeconds: 5,
    });
    await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
    const rows = await Promise.all(Array.from({ length: 12 }, () => database.rows(connection, [])));
    expect(rows).toHaveLength(12);
  },
);

test("a batched read whose statements are all lost answers later look-ups", async () => {
  const read = batchedRead<string, { id: string }>((ids) =>
    database.rows(
      statement<{ id: string }>({ name: "batch", text: `SELECT unnest($1::text[]) AS id, 1 AS "${mark}"` }),
      [ids],
    ),
  );
  proxy.lose(2, isMarked);
  const first = thrownBy(() => read("a"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const second = thrownBy(() => read("b"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const later = read("c");
  expect(await Promise.all([first, second])).toEqual([expect.any(Error), expect.any(Error)]);
  expect(await later).toMatchObject({ id: "c" });
});

test("a connection for notifications whose server doesn't answer is replaced", async () => {
  await database.rows(connection, []);
  proxy.lose(1, (startup) => startup.includes("database"));
  const heard = Promise.withResolvers<readonly string[]>();
  signals().listen("till_event", heard.resolve);
  const announcing = setInterval(() => signals().announce("till_event", "partner"), 200);
  expect(await heard.promise).toEqual(["partner"]);
  clearInterval(announcing);
});
