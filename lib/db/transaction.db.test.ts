import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "#lib/db/statement.ts";
import { inOneStatement, inTransaction, type Tx } from "#lib/db/transaction.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
  await database.query("CREATE TABLE note (id integer PRIMARY KEY)");
});
afterAll(() => database.stop());

const add = statement({ name: "test-note", text: "INSERT INTO note (id) VALUES ($1)" });
const addAnother = statement({ name: "test-note-other", text: "INSERT INTO note (id) VALUES ($1 + 100)" });
const notes = async () => (await database.query<{ id: number }>("SELECT id FROM note ORDER BY id")).map(({ id }) => id);

test("inOneStatement runs its statement, then its effects", async () => {
  const effects: string[] = [];
  const result = await inOneStatement(async (tx) => {
    tx.afterCommit(() => effects.push("effect"));
    await tx.nested(() => tx.rows(add, [1]));
    return "done";
  });
  expect([result, effects, await notes()]).toEqual(["done", ["effect"], [1]]);
});

test("inOneStatement refuses a second statement before it is sent", async () => {
  const work = inOneStatement(async (tx) => {
    await tx.rows(add, [2]);
    await tx.rows(addAnother, [2]);
  });
  await expect(work).rejects.toThrow("test-note-other is a second statement");
  expect(await notes()).not.toContain(102);
});

test("a failed statement changes nothing and runs no effects", async () => {
  const effects: string[] = [];
  const work = inOneStatement(async (tx) => {
    tx.afterCommit(() => effects.push("effect"));
    await tx.rows(add, [1]);
  });
  await expect(work).rejects.toThrow("duplicate key");
  expect(effects).toEqual([]);
});

test("statements that are started together run in order, and all are rolled back when one fails", async () => {
  await inTransaction(async (tx) => {
    const count = statement<{ count: number }>({
      name: "test-note-count",
      text: "SELECT count(*)::int AS count FROM note WHERE id = ANY($1::int[])",
    });
    const [, before, , after] = await Promise.all([
      tx.rows(add, [10]),
      tx.rows(count, [[10, 110]]),
      tx.rows(addAnother, [10]),
      tx.rows(count, [[10, 110]]),
    ]);
    expect([before, after]).toEqual([[{ count: 1 }], [{ count: 2 }]]);
  });
  const work = inTransaction((tx) => Promise.all([tx.rows(addAnother, [11]), tx.rows(add, [10]), tx.rows(add, [12])]));
  await expect(work).rejects.toThrow("duplicate key");
  expect(await notes()).toEqual(expect.not.arrayContaining([12, 111]));
});

test("a statement that is started after the end of its transaction is refused", async () => {
  const ended: Tx[] = [];
  await inTransaction(async (tx) => void ended.push(tx));
  await expect(ended[0]?.rows(add, [20])).rejects.toThrow("test-note was started after the end of its transaction");
  expect(await notes()).not.toContain(20);
});

test("a transaction that throws is rolled back", async () => {
  const work = inTransaction(async (tx) => {
    await tx.rows(add, [3]);
    await tx.rows(addAnother, [3]);
    throw new Error("stop");
  });
  await expect(work).rejects.toThrow("stop");
  expect(await notes()).not.toContain(3);
});
