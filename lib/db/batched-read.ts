import { batchLookups } from "#lib/core/batch-lookups.ts";

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
  return batchLookups<Id, Row | null>(
    async (ids) => {
      const rows = new Map((await readMany(ids)).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? null);
    },
    { atOnce: statementsAtOnce, maxKeys: idsPerStatement },
  );
}
