import { createHash } from "node:crypto";
import type { Statement, Value } from "#lib/db/pool.ts";

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
export function nameStatement(prefix: string, text: string): Statement {
  return { name: `${prefix}-${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`, text };
}
