import type { PartnerId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** The kinds of records that are limited per partner. */
const limitedKinds = ["apiKeys", "apps", "merchants", "invitations", "logos"] as const;
export type LimitedKind = (typeof limitedKinds)[number];

/** A partner's own limits; null for the installation's default. */
export type OwnLimits = Record<LimitedKind, number | null>;

/** The counters of the database: triggers keep those of tables. */
type Counter = "api_key" | "app" | "merchant" | "invitation" | "invitation_email" | "logo";

const columns = `p.api_key_limit AS "apiKeys", p.app_limit AS apps, p.merchant_limit AS merchants,
  p.invitation_limit AS invitations, p.logo_limit AS logos`;

/** A partner's count of a kind, and its own limits. Records in use are neither revoked, deleted nor accepted. */
export type Count = { inUse: number; createdToday: number; limits: OwnLimits };

type Row = OwnLimits & { inUse: number; createdToday: number };

function toCount({ inUse, createdToday, ...limits }: Row): Count {
  return { inUse, createdToday, limits };
}

const select = statement<Row>({
  name: "partner-count",
  text: `SELECT c.in_use AS "inUse", c.created_today AS "createdToday", ${columns}
    FROM partner_count c JOIN partner p ON p.id = c.partner_id WHERE c.partner_id = $1 AND c.kind = $2::counted_record`,
});

/**
 * Reads a partner's count. Exact right after the transaction has created a record of the kind, because the count is locked then;
 * null while the partner has none.
 */
export async function findCount(tx: Queryable, partnerId: PartnerId, counter: Counter): Promise<Count | null> {
  const [row] = await tx.rows(select, [partnerId, counter]);
  return row === undefined ? null : toCount(row);
}

const add = statement({ name: "partner-count-add", text: "SELECT add_to_count($1, $2::counted_record, 0, 1)" });

/** Counts one more for today, of what no table's trigger counts. Locks the count until the transaction ends. */
export async function addToday(
  tx: Queryable,
  partnerId: PartnerId,
  counter: "invitation_email" | "logo",
): Promise<Count | null> {
  await tx.rows(add, [partnerId, counter]);
  return findCount(tx, partnerId, counter);
}

const selectLimits = statement<OwnLimits>({
  name: "partner-limits",
  text: `SELECT ${columns} FROM partner p WHERE p.id = $1`,
});

/** Returns a partner's own limits; null for an unknown partner. */
export async function findLimits(on: Queryable, partnerId: PartnerId): Promise<OwnLimits | null> {
  return (await on.rows(selectLimits, [partnerId]))[0] ?? null;
}

const update = statement({
  name: "partner-limits-update",
  text: `UPDATE partner SET api_key_limit = $2, app_limit = $3, merchant_limit = $4, invitation_limit = $5, logo_limit = $6
    WHERE id = $1`,
});

/** Replaces a partner's own limits. */
export async function updateLimits(tx: Queryable, partnerId: PartnerId, limits: OwnLimits): Promise<void> {
  await tx.rows(update, [partnerId, ...limitedKinds.map((kind) => limits[kind])]);
}
