import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/**
 * Makes a read of rows by their ids, from one text in two forms. Postgres plans a statement with an array
 * anew each time, and one with a single id only once, so a look-up that shares its statement with no other is
 * cheaper by the planning.
 * @param name of the statement.
 * @param textWhere writes the statement, given the condition on the id, such as `= $1`.
 * @returns a function that reads the existing rows of these ids, in no order; ids may repeat.
 */
export function readByIds<Row extends object, _Narrowed extends keyof Row = never>(
  name: string,
  textWhere: (isWanted: string) => string,
): (on: Queryable, ids: readonly string[]) => Promise<Row[]> {
  const one = statement<Row>({ name: `${name}-one`, text: textWhere("= $1") });
  const many = statement<Row>({ name, text: textWhere("= ANY($1::text[])") });
  return (on, ids) => {
    const [only, ...others] = new Set(ids);
    return only !== undefined && others.length === 0 ? on.rows(one, [only]) : on.rows(many, [ids]);
  };
}
