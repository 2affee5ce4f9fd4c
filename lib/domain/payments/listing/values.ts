import { createHash } from "node:crypto";
import type { Value } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";
import { statement } from "#lib/db/statement.ts";

/** Collects the parameters of a generated statement; filters of the same shape produce the same text. */
export class Values {
  readonly all: Value[] = [];

  /** Adds a parameter and returns its placeholder. */
  add(value: Value): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** Names a statement after a hash of its text, so that each shape is prepared once per connection. */
export function nameStatement<Row extends object>(name: string, text: string): Statement<Row> {
  return statement<Row>({
    name: `${name}-${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`,
    text,
  });
}
