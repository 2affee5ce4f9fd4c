import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database as pooled, type Queryable } from "#lib/db/pool.ts";
import { withStatementGate } from "#lib/db/statement-gate.ts";
import { inSnapshot, inTransaction } from "#lib/db/transaction.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const one = { name: "test-one", text: "SELECT 1 AS one" };

/** A gate that lets one through at a time, and counts. */
function countingGate() {
  const limit = pLimit(1);
  const passed = { count: 0 };
  const gate = <T>(work: () => Promise<T>) => {
    passed.count += 1;
    return limit(work);
  };
  return { gate, passed };
}

test("each statement passes the gate, also after others, and none outside of it does", async () => {
  const { gate, passed } = countingGate();
  await withStatementGate(gate, async () => {
    await Promise.all([pooled.rows(one, []), pooled.rows(one, [])]);
    await pooled.rows(one, []);
  });
  await pooled.rows(one, []);
  expect(passed.count).toBe(3);
});

type Run = <T>(work: (on: Queryable) => Promise<T>) => Promise<T>;
const runs: [string, Run][] = [
  ["transaction", inTransaction],
  ["snapshot", inSnapshot],
];

test.for(runs)("a %s passes the gate once, and a statement next to its own doesn't wait for it", async ([, run]) => {
  const { gate, passed } = countingGate();
  const rows = await withStatementGate(gate, () =>
    run(async (tx) => [await tx.rows(one, []), await pooled.rows(one, [])]),
  );
  expect([passed.count, rows]).toEqual([1, [[{ one: 1 }], [{ one: 1 }]]]);
});
