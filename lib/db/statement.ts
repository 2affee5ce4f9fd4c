declare const row: unique symbol;

/** A statement, prepared once per connection under its name. Names are unique in the codebase. `Row` is the type of its rows. */
export type Statement<Row extends object = object> = { name: string; text: string; readonly [row]: Row };

/** The statements that this process has declared, by name: the test of their rows prepares them. */
export const declaredStatements = new Map<string, Statement>();

/**
 * Declares a statement with the type of its rows, or without one when only their number counts. A test
 * prepares it and compares the type with the columns. `_Narrowed` names columns whose values the statement's
 * condition limits: to those that aren't null, or to some of an enum.
 */
export function statement<Row extends object = object, _Narrowed extends keyof Row = never>(declared: {
  name: string;
  text: string;
}): Statement<Row> {
  const made = declared as Statement<Row>;
  declaredStatements.set(made.name, made);
  return made;
}
