import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { batchedRead } from "#lib/db/batched-read.ts";

type Row = { id: string };

/** A batched read of rows that exist for every id except "none"; the test resolves its statements. */
function startReads() {
  const statements: { ids: string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const read = batchedRead<string, Row>((ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    const rows = [...new Set(ids)].filter((id) => id !== "none").map((id) => ({ id }));
    statements.push({ ids: [...ids], answer: () => resolve(rows.toReversed()), fail: reject });
    return promise;
  });
  return { read, statements };
}

test("concurrent reads share one statement, and each gets its own row", async () => {
  const { read, statements } = startReads();
  const reads = Promise.all(["a", "b", "none", "a"].map(read));
  await nextTurn();
  await nextTurn();
  expect(statements.map(({ ids }) => ids)).toEqual([["a", "b", "none", "a"]]);
  statements[0]?.answer();
  expect(await reads).toEqual([{ id: "a" }, { id: "b" }, null, { id: "a" }]);
});

test("a read that starts during a statement is answered by a later one", async () => {
  const { read, statements } = startReads();
  const early = read("a");
  await nextTurn();
  await nextTurn();
  const late = read("a");
  statements[0]?.answer();
  await early;
  await nextTurn();
  await nextTurn();
  expect(statements).toHaveLength(2);
  statements[1]?.answer();
  expect(await late).toEqual({ id: "a" });
});

test("at most two statements run at once; waiting reads share the next", async () => {
  const { read, statements } = startReads();
  const reads: Promise<Row | null>[] = [];
  for (const id of ["a", "b", "c", "d"]) {
    reads.push(read(id));
    await nextTurn();
    await nextTurn();
  }
  expect(statements.map(({ ids }) => ids)).toEqual([["a"], ["b"]]);
  statements[0]?.answer();
  await reads[0];
  await nextTurn();
  expect(statements.map(({ ids }) => ids)).toEqual([["a"], ["b"], ["c", "d"]]);
  for (const { answer } of statements) answer();
  expect(await Promise.all(reads)).toEqual(["a", "b", "c", "d"].map((id) => ({ id })));
});

test("a failed statement rejects its own reads and doesn't block later ones", async () => {
  const { read, statements } = startReads();
  const failing = expect(Promise.all([read("a"), read("b")])).rejects.toThrow("broken");
  await nextTurn();
  await nextTurn();
  statements[0]?.fail(new Error("broken"));
  await failing;
  const next = read("a");
  await nextTurn();
  await nextTurn();
  statements[1]?.answer();
  expect(await next).toEqual({ id: "a" });
});
