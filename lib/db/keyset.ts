/**
 * The position of a row in a sorted list: its sort value, as the database formats it, and its id, which breaks ties. The
 * next page starts after the position of the last row, regardless of rows inserted or deleted in between.
 */
export type Position = readonly [value: string, id: string];

/** A page of a list: at most `limit` rows after a position; null for the first page. */
export type PageRequest = { after: Position | null; limit: number };

/** The sort of a list. With an index that ends in the same two columns, every page costs the same. */
export type Keyset = {
  /** SQL of the sort value, such as `m.created_at`; never null. */
  column: string;
  type: "timestamptz" | "numeric";
  /** SQL of the unique text that breaks ties, such as `m.id`, in the same direction. */
  id: string;
  direction: "asc" | "desc";
};

/**
 * Writes the condition for rows after a position. The first page starts after infinity, so that one prepared statement
 * reads every page as an index range.
 * @param first number of the first of the two parameters; {@link keysetValues} has their values.
 */
export function keysetCondition({ column, type, id, direction }: Keyset, first: number): string {
  const operator = direction === "asc" ? ">" : "<";
  return `(${column}, ${id}) ${operator} ($${first}::${type}, $${first + 1}::text)`;
}

/** Returns the parameters of {@link keysetCondition}, in order. */
export function keysetValues({ direction }: Keyset, after: Position | null): [string, string] {
  if (after !== null) return [after[0], after[1]];
  return [direction === "asc" ? "-infinity" : "infinity", ""];
}

/** Writes the `ORDER BY` that matches {@link keysetCondition}. */
export function keysetOrder({ column, id, direction }: Keyset): string {
  return `${column} ${direction}, ${id} ${direction}`;
}

/**
 * The rows that a walk through all pages reads at once: some ten milliseconds of the process, in which it
 * answers no one else.
 */
export const rowsPerBatch = 250;

/**
 * Cuts a page from rows that were read with a limit one higher.
 * @returns the rows of the page, and the position of the last one when more rows follow.
 */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { rows: Row[]; next: Position | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? positionOf(last) : null };
}
