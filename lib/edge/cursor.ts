import { createHash } from "node:crypto";
import { z } from "zod";
import { TillError } from "#lib/core/errors.ts";
import { type IdPrefix, isId } from "#lib/core/ids.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { Scope } from "#lib/db/scope.ts";

/** The request of a list. A cursor is valid only for the same list, caller, sort order and filters. */
export type Listing = {
  operationId: string;
  scope: Scope;
  /** Such as `date desc`. */
  sort: string;
  /** The validated filters; undefined if not sent. The order of a list's values doesn't matter. */
  filters: Readonly<Record<string, unknown>>;
};

/** Sort order, digest, and the position of the last row on the page. */
const tuple = z.tuple([z.string(), z.string(), z.string(), z.string()]);

/** Encodes the `nextCursor` of a page that ends at a position. */
export function writeCursor(listing: Listing, last: Position): string {
  const cursor: z.output<typeof tuple> = [listing.sort, digestOf(listing, last), ...last];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/**
 * Decodes a `cursor`. It isn't a secret and grants no access; it only marks a position in the caller's own list.
 * @param position the schema of positions in this list, so that a forged one never reaches the database.
 * @returns null for the first page.
 * @throws TillError `invalid_params` for a cursor that was altered or belongs to another list, filter, order or caller.
 */
export function readCursor(
  listing: Listing,
  cursor: string | undefined,
  position: z.ZodType<Position>,
): Position | null {
  if (cursor === undefined) return null;
  const [, , ...claimed] = tuple.safeParse(decode(cursor)).data ?? [];
  const read = position.safeParse(claimed);
  if (!read.success || writeCursor(listing, read.data) !== cursor) {
    throw new TillError("invalid_params", {
      message: "The cursor doesn't belong to this list. Use nextCursor with the same filters and sort order.",
    });
  }
  return read.data;
}

/**
 * The schema of positions in a list sorted by time, as `toISOString` formats it, and then by id. Costly: keep
 * what it returns.
 */
export function timePosition(prefix: IdPrefix): z.ZodType<Position> {
  const time = z.iso.datetime({ precision: 3 }).startsWith("20");
  return z.tuple([time, z.string().refine((text) => isId(prefix, text))]);
}

function digestOf({ operationId, scope, sort, filters }: Listing, position: Position): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
    .sort();
  const all = [operationId, scope.partnerId, scope.merchantId, sort, given, position];
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url").slice(0, 16);
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
