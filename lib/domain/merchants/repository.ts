import type { MerchantId } from "#lib/core/ids.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type PageRequest } from "#lib/db/keyset.ts";
import { containing } from "#lib/db/like-pattern.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, MerchantStatus, Settlements } from "#lib/domain/merchants/merchant.ts";

const insert = {
  name: "merchant-insert",
  text: `INSERT INTO merchant (id, partner_id, name, email, icon_url, logo_hash, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
};

/** Writes a new, active merchant. @param logoHash names our copy of what is at its `iconUrl`. */
export async function insertMerchant(
  tx: Queryable,
  scope: PartnerScope,
  merchant: Merchant,
  logoHash: string | null,
): Promise<void> {
  const { id, name, email, iconUrl, createdAt } = merchant;
  await tx.rows(insert, [id, scope.partnerId, name, email, iconUrl, logoHash, createdAt]);
}

const merchantColumns = {
  id: true,
  name: true,
  email: true,
  iconUrl: true,
  status: true,
  createdAt: true,
  updatedAt: true,
} as const;

const settlementColumns = {
  cryptoSettlements: { select: { id: true, asset: true, destination: true }, orderBy: { id: "asc" } },
  fiatSettlements: { select: { id: true, status: true, bankType: true, currency: true }, orderBy: { id: "asc" } },
} as const;

/** A merchant of the partner that is not deleted, with its settlements; null when there is none of that id. */
export async function findMerchantWithSettlements(
  scope: PartnerScope,
  id: MerchantId,
): Promise<{ merchant: Merchant; settlements: Settlements } | null> {
  const row = await prisma().merchant.findFirst({
    where: { id, partnerId: scope.partnerId, deletedAt: null },
    select: { ...merchantColumns, ...settlementColumns },
  });
  if (row === null) return null;
  const { cryptoSettlements, fiatSettlements, ...merchant } = row;
  return {
    merchant: { ...merchant, id },
    settlements: {
      crypto: cryptoSettlements as Settlements["crypto"],
      fiat: fiatSettlements as Settlements["fiat"],
    },
  };
}

const selectOwned = {
  name: "merchant-owned",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL",
};

/** True when the partner has a merchant of that id that is not deleted. */
export async function isMerchantOf(on: Queryable, scope: PartnerScope, id: MerchantId): Promise<boolean> {
  return (await on.rows(selectOwned, [id, scope.partnerId])).length > 0;
}

const lock = {
  name: "merchant-lock",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

/**
 * Keeps a merchant from being deleted until the transaction ends. One transaction at a time: two lists of settlements
 * would otherwise wait for each other's assets until the database ends one of them.
 * @returns false when it is not the partner's.
 */
export async function lockMerchant(tx: Queryable, scope: PartnerScope, id: MerchantId): Promise<boolean> {
  return (await tx.rows(lock, [id, scope.partnerId])).length > 0;
}

const selectFace = {
  name: "merchant-face",
  text: `SELECT name, logo_hash AS "logoHash" FROM merchant WHERE id = $1`,
};

/** What buyers see of a merchant that a payment belongs to, deleted or not. @throws Error for an unknown id. */
export async function getMerchantFace(
  on: Queryable,
  id: MerchantId,
): Promise<{ name: string; logoHash: string | null }> {
  const [row] = await on.rows<{ name: string; logoHash: string | null }>(selectFace, [id]);
  if (row === undefined) throw new Error(`there is no merchant ${id}`);
  return row;
}

const recordColumns = `m.id, m.name, m.email, m.icon_url AS "iconUrl", m.status, m.created_at AS "createdAt",
  m.updated_at AS "updatedAt"`;

/** Which merchants of a partner are meant; undefined leaves a filter out. */
export type MerchantFilter = {
  status?: MerchantStatus | undefined;
  /** Part of the name or the id, in any letter case. */
  search?: string | undefined;
  /** True for those alone that money can't be settled to: without a crypto settlement. */
  lacksDestination?: boolean | undefined;
};

const newestFirst: Keyset = { column: "m.created_at", type: "timestamptz", id: "m.id", direction: "desc" };
const matching = `m.partner_id = $1 AND m.deleted_at IS NULL AND ($2::merchant_status IS NULL OR m.status = $2)
  AND ($3::text IS NULL OR m.name ILIKE $3 OR m.id ILIKE $3)
  AND (NOT $4::boolean OR NOT EXISTS (SELECT FROM crypto_settlement s WHERE s.merchant_id = m.id))`;

function matchingValues(scope: PartnerScope, { status, search, lacksDestination }: MerchantFilter) {
  const pattern = search === undefined ? null : containing(search);
  return [scope.partnerId, status ?? null, pattern, lacksDestination ?? false] as const;
}

const selectPage = {
  name: "merchant-page",
  text: `SELECT ${recordColumns} FROM merchant m WHERE ${matching} AND ${keysetCondition(newestFirst, 5)}
    ORDER BY ${keysetOrder(newestFirst)} LIMIT $7`,
};

/** Merchants that match, newest first, at most `limit`; deleted ones are left out. */
export async function listMerchants(
  on: Queryable,
  scope: PartnerScope,
  filter: MerchantFilter,
  { after, limit }: PageRequest,
): Promise<Merchant[]> {
  return on.rows<Merchant>(selectPage, [...matchingValues(scope, filter), ...keysetValues(newestFirst, after), limit]);
}

const countMatching = {
  name: "merchant-count",
  text: `SELECT count(*)::int AS count FROM merchant m WHERE ${matching}`,
};

/** How many merchants match in all. */
export async function countMerchants(on: Queryable, scope: PartnerScope, filter: MerchantFilter): Promise<number> {
  const [row] = await on.rows<{ count: number }>(countMatching, matchingValues(scope, filter));
  return row?.count ?? 0;
}

const selectLooks = {
  name: "merchant-looks",
  text: `SELECT m.id, m.logo_hash AS "logoHash",
      (SELECT count(*)::int FROM crypto_settlement s WHERE s.merchant_id = m.id) AS destinations
    FROM merchant m WHERE m.partner_id = $1 AND m.id = ANY($2::text[])`,
};

/** What a list shows of merchants beside their records: our copy of the logo, and in how many assets they are settled. */
export type MerchantLook = { id: MerchantId; logoHash: string | null; destinations: number };

/** The looks of merchants of the partner, in no order. */
export async function readLooks(
  on: Queryable,
  scope: PartnerScope,
  ids: readonly MerchantId[],
): Promise<MerchantLook[]> {
  return on.rows<MerchantLook>(selectLooks, [scope.partnerId, ids]);
}

/** The columns that are changed of a merchant; what is undefined stays as it is, an icon of null is taken away. */
export type MerchantColumns = {
  name: string | undefined;
  email: string | undefined;
  icon: { url: string; logoHash: string } | null | undefined;
};

const update = {
  name: "merchant-update",
  text: `UPDATE merchant m SET name = coalesce($3, m.name), email = coalesce($4, m.email),
      icon_url = CASE WHEN $5::boolean THEN $6 ELSE m.icon_url END,
      logo_hash = CASE WHEN $5::boolean THEN $7 ELSE m.logo_hash END, updated_at = $8
    WHERE m.id = $1 AND m.partner_id = $2 AND m.deleted_at IS NULL RETURNING ${recordColumns}`,
};

/** Changes a merchant in one statement. @returns it as it is now, or null when the partner has none of that id. */
export async function updateMerchant(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
  { name, email, icon }: MerchantColumns,
  now: Date,
): Promise<Merchant | null> {
  const iconValues = [icon !== undefined, icon?.url ?? null, icon?.logoHash ?? null];
  const values = [id, scope.partnerId, name ?? null, email ?? null, ...iconValues, now];
  const [row] = await tx.rows<Merchant>(update, values);
  return row ?? null;
}

const softDelete = {
  name: "merchant-delete",
  text: `UPDATE merchant SET deleted_at = coalesce(deleted_at, $3) WHERE id = $1 AND partner_id = $2 RETURNING id`,
};

/** Deletes a merchant softly; a deleted one keeps its time. @returns false when the partner never had one of that id. */
export async function deleteMerchant(tx: Queryable, scope: PartnerScope, id: MerchantId, now: Date): Promise<boolean> {
  return (await tx.rows(softDelete, [id, scope.partnerId, now])).length > 0;
}

const setStatus = {
  name: "merchant-status",
  text: `UPDATE merchant m SET status = $3::merchant_status,
      updated_at = CASE WHEN m.status = $3::merchant_status THEN m.updated_at ELSE $4 END
    WHERE m.id = $1 AND m.partner_id = $2 AND m.deleted_at IS NULL RETURNING ${recordColumns}`,
};

/** Changes whether a merchant takes payments. @returns it as it is now, or null when the partner has none of that id. */
export async function setMerchantStatus(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
  status: MerchantStatus,
  now: Date,
): Promise<Merchant | null> {
  const [row] = await tx.rows<Merchant>(setStatus, [id, scope.partnerId, status, now]);
  return row ?? null;
}
