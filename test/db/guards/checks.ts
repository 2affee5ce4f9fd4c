import type { Row, Step } from "#test/db/guards/rows.ts";

/** For each check constraint valid rows, and rows that violate only that constraint. */
export type Checks = Readonly<Record<string, Check>>;

type Check = {
  /** The rows and statements that must come before. */
  given?: Step[];
  table: string;
  right: Row[];
  wrong: Row[];
  /** A trigger that refuses the wrong rows before the constraint does. */
  alsoRefusedBy?: string;
};
