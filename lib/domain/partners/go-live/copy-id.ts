import { createHash } from "node:crypto";
import type { Id } from "#lib/core/ids.ts";

/** The characters of a ULID. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomLength = 16;

/**
 * Returns the id that the live copy of a record of test mode has. It follows from the record's id, so that the table's primary key
 * refuses a second copy, whatever became of the first: it may have been renamed, changed or deleted.
 */
export function copyIdOf<Prefix extends "mrch" | "whe">(id: Id<Prefix>): Id<Prefix> {
  const digest = createHash("sha256").update(`live copy of ${id}`).digest();
  const random = Array.from(digest.subarray(0, randomLength), (byte) => alphabet[byte % alphabet.length]).join("");
  return `${id.slice(0, -randomLength)}${random}` as Id<Prefix>;
}
