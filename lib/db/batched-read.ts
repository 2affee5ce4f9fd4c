import DataLoader from "dataloader";

/** Statements of one kind that are out at once; whoever asks meanwhile shares the next one. */
const statementsAtOnce = 2;
const idsPerStatement = 500;

/**
 * Makes a look-up by id of a read of many: what is asked for at one moment, and while earlier statements are out, goes
 * out as one statement. A statement costs several times what a row in it costs, here and in Postgres. Nothing is
 * remembered: every call is answered by a statement that began after it.
 * @param readMany the rows of these ids that exist, in any order; ids may repeat.
 * @returns a function from id to row, null where there is none; it throws what `readMany` throws.
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
