/**
 * The place of a row in a sorted list: what it is sorted by as the database writes it, and its id, which breaks ties.
 * A list goes on after its last row's position, whatever was inserted or removed in between.
 */
export type Position = readonly [value: string, id: string];

/** Which part of a list: at most `limit` rows after a position, or from the beginning. */
export type PageRequest = { after: Position | null; limit: number };

/** How a list is sorted. An index that ends in the same two columns answers each page alike, however far it is. */
export type Keyset = {
  /** SQL of what is sorted by, such as `m.created_at`; never null. */
  column: string;
  type: "timestamptz" | "numeric";
  /** SQL of the unique text that breaks ties, such as `m.id`; sorted in the same direction. */
  id: string;
  direction: "asc" | "desc";
};

/**
 * The condition for rows after a position. The first page starts after infinity, so that one prepared statement
 * serves all pages, each by an index range.
 * @param first number of the first of the two parameters; give their values with {@link keysetValues}.
 */
export function keysetCondition({ column, type, id, direction }: Keyset, first: number): string {
  const comes = direction === "asc" ? ">" : "<";
  return `(${column}, ${id}) ${comes} ($${first}::${type}, $${first + 1}::text)`;
}

/** The values of the parameters of {@link keysetCondition}, in order. */
export function keysetValues({ direction }: Keyset, after: Position | null): [string, string] {
  if (after !== null) return [after[0], after[1]];
  return [direction === "asc" ? "-infinity" : "infinity", ""];
}

/** The `ORDER BY` that belongs to {@link keysetCondition}. */
export function keysetOrder({ column, id, direction }: Keyset): string {
  return `${column} ${direction}, ${id} ${direction}`;
}

/**
 * Cuts a page out of rows that were read with one more than the limit.
 * @returns the rows of the page, and the position of the last one when there are more after it.
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
