import DataLoader from "dataloader";

/** Statements that run at once; later reads share the next one. */
const statementsAtOnce = 2;
const idsPerStatement = 500;

/**
 * Turns a read of many rows into a look-up of one: concurrent look-ups, and those that wait for earlier statements, share
 * one statement, because a statement costs several times as much as a row, here and in Postgres. Caches nothing: every
 * look-up is answered by a statement that started after it.
 * @param readMany returns the existing rows of these ids, in any order; ids may repeat.
 * @returns a function that finds a row by id, or null; throws what `readMany` throws.
 */
export function batchedRead<Id extends string, Row extends { id: Id }>(
  readMany: (ids: readonly Id[]) => Promise<Row[]>,
): (id: Id) => Promise<Row | null> {
  let statements = 0;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Id, Row | null>(
    async (ids) => {
      statements += 1;
      try {
        const rows = new Map((await readMany(ids)).map((row) => [row.id, row]));
        return ids.map((id) => rows.get(id) ?? null);
      } finally {
        statements -= 1;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: idsPerStatement,
      batchScheduleFn: (send) => {
        if (statements < statementsAtOnce) setImmediate(send);
        else waiting.push(send);
      },
    },
  );
  return (id) => loader.load(id);
}
