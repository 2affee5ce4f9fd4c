import { createHash } from "node:crypto";
import { z } from "zod";
import { TillError } from "#lib/core/errors.ts";
import { type IdPrefix, isId } from "#lib/core/ids.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { Scope } from "#lib/db/scope.ts";

/** What a list was asked for. A cursor is good for the same again and for nothing else. */
export type Listing = {
  operationId: string;
  scope: Scope;
  /** Such as `date desc`. */
  sort: string;
  /** As validated; those that were not given are undefined. The order of a list's values does not matter. */
  filters: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** Sort, digest, and the position of the last row that was shown. */
const tuple = z.tuple([z.string(), z.string(), z.string(), z.string()]);

/** Writes the `nextCursor` of a page that ends with that position. */
export function writeCursor(listing: Listing, last: Position): string {
  const cursor: z.output<typeof tuple> = [listing.sort, digestOf(listing, last), ...last];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/**
 * Reads a `cursor`. It is no secret and gives no access: it only says where to go on in what the caller may see.
 * @param position what a position of this list looks like: a forged one never reaches the database.
 * @returns null for the first page.
 * @throws TillError `invalid_params` for a cursor that was changed, or was made for another list, other filters,
 * another order, or another caller (WIRE, Payments).
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
    throw new TillError("invalid_params", { message: "The cursor does not belong to this list and its filters." });
  }
  return read.data;
}

/** Positions in lists that are sorted by a time, as `toISOString` writes it, of things with ids of one kind. */
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
