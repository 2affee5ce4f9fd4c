import { createHash } from "node:crypto";
import type { Statement, Value } from "#lib/db/pool.ts";

/** Collects the values of a statement that is put together; the same shape gives the same text. */
export class Values {
  readonly all: Value[] = [];

  /** Adds a value; returns its placeholder. */
  add(value: Value): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** A statement under a name that follows from its text, so that each shape is prepared once a connection. */
export function named(prefix: string, text: string): Statement {
  return { name: `${prefix}-${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`, text };
}
