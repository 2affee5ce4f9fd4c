import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { Merchant, MerchantStatus } from "#lib/domain/merchants/merchant.ts";

const insert = statement({
  name: "merchant-insert",
  text: `INSERT INTO merchant (id, partner_id, name, email, icon_url, logo_hash, created_at, updated_at,
      only_settleable_tokens, sends_receipts, accepts_transfers, support_contact, brand_color)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12)`,
});

/** Inserts an active merchant. @param logoHash hash of the stored copy of its `iconUrl`. */
export async function insertMerchant(
  tx: Queryable,
  scope: PartnerScope,
  merchant: Merchant,
  logoHash: string | null,
): Promise<void> {
  const { id, name, email, iconUrl, createdAt, supportContact, brandColor } = merchant;
  const { onlySettleableTokens, sendsReceipts, acceptsTransfers } = merchant;
  const settings = [onlySettleableTokens, sendsReceipts, acceptsTransfers, supportContact, brandColor];
  await tx.rows(insert, [id, scope.partnerId, name, email, iconUrl, logoHash, createdAt, ...settings]);
}

const selectOwned = statement({
  name: "merchant-owned",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2",
});

/** True when the partner has a merchant with that id, deleted or not. */
export async function isOrWasMerchantOf(on: Queryable, scope: PartnerScope, id: MerchantId): Promise<boolean> {
  return (await on.rows(selectOwned, [id, scope.partnerId])).length > 0;
}

const selectForUpdate = statement({
  name: "merchant-for-update",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE",
});

/**
 * Locks a merchant against deletion until the transaction ends. The lock is exclusive: two concurrent registrations of
 * settlement destinations that name the same assets in different orders would otherwise deadlock.
 * @returns false when the partner has no such merchant.
 */
export async function selectMerchantForUpdate(tx: Queryable, scope: PartnerScope, id: MerchantId): Promise<boolean> {
  return (await tx.rows(selectForUpdate, [id, scope.partnerId])).length > 0;
}

const selectAnyForUpdate = statement<{ id: MerchantId; isDeleted: boolean }>({
  name: "merchant-any-for-update",
  text: `SELECT id, deleted_at IS NOT NULL AS "isDeleted" FROM merchant WHERE id = $1 AND partner_id = $2 FOR NO KEY UPDATE`,
});

/** Locks a merchant of the partner, deleted or not, until the transaction ends; null when it has none with that id. */
export async function selectOwnedForUpdate(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
): Promise<{ id: MerchantId; isDeleted: boolean } | null> {
  const [row] = await tx.rows(selectAnyForUpdate, [id, scope.partnerId]);
  return row ?? null;
}

const selectNames = statement<{ id: MerchantId; name: string }>({
  name: "merchant-names",
  text: "SELECT id, name FROM merchant WHERE partner_id = $1 AND id = ANY($2::text[])",
});

/** Lists the names of a partner's merchants by their ids, deleted ones included. An id of another partner's is missing. */
export async function listMerchantNames(
  on: Queryable,
  { partnerId }: PartnerScope,
  ids: readonly MerchantId[],
): Promise<Map<MerchantId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await on.rows(selectNames, [partnerId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const selectBranding = statement<Branding>({
  name: "merchant-branding",
  text: `SELECT name, logo_hash AS "logoHash", sends_receipts AS "sendsReceipts",
    support_contact AS "supportContact", brand_color AS "brandColor" FROM merchant WHERE id = $1`,
});

type Branding = Pick<Merchant, "name" | "sendsReceipts" | "supportContact" | "brandColor"> & {
  logoHash: string | null;
};

/** The name, logo and settings that the checkout needs, also of a deleted merchant. @throws Error for an unknown id. */
export async function getMerchantBranding(on: Queryable, id: MerchantId): Promise<Branding> {
  const [row] = await on.rows(selectBranding, [id]);
  if (row === undefined) throw new Error(`merchant ${id} doesn't exist`);
  return row;
}

/** The columns of a {@link Merchant}, for `merchant m`. */
export const merchantColumns = `m.id, m.name, m.email, m.icon_url AS "iconUrl", m.status,
  m.only_settleable_tokens AS "onlySettleableTokens", m.sends_receipts AS "sendsReceipts", m.accepts_transfers AS "acceptsTransfers",
  m.support_contact AS "supportContact", m.brand_color AS "brandColor", m.created_at AS "createdAt", m.updated_at AS "updatedAt"`;

const selectOne = statement<Merchant>({
  name: "merchant-one",
  text: `SELECT ${merchantColumns} FROM merchant m WHERE m.id = $1 AND m.partner_id = $2 AND m.deleted_at IS NULL`,
});

/** Finds a merchant of the partner; null when it doesn't exist or is deleted. */
export async function findMerchant(on: Queryable, scope: PartnerScope, id: MerchantId): Promise<Merchant | null> {
  return (await on.rows(selectOne, [id, scope.partnerId]))[0] ?? null;
}

/** New values of a merchant's columns: undefined leaves a column unchanged, null empties it. */
export type MerchantColumns = {
  name?: string | undefined;
  email?: string | undefined;
  icon?: { url: string; logoHash: string } | null | undefined;
  onlySettleableTokens?: boolean | undefined;
  sendsReceipts?: boolean | undefined;
  acceptsTransfers?: boolean | undefined;
  supportContact?: string | null | undefined;
  brandColor?: string | null | undefined;
  status?: MerchantStatus | undefined;
};

const update = statement<Merchant>({
  name: "merchant-update",
  text: `UPDATE merchant m SET name = coalesce($3, m.name), email = coalesce($4, m.email),
      icon_url = CASE WHEN $5::boolean THEN $6 ELSE m.icon_url END,
      logo_hash = CASE WHEN $5::boolean THEN $7 ELSE m.logo_hash END, updated_at = $8,
      only_settleable_tokens = coalesce($9, m.only_settleable_tokens),
      sends_receipts = coalesce($10, m.sends_receipts),
      accepts_transfers = coalesce($11, m.accepts_transfers),
      support_contact = CASE WHEN $12::boolean THEN $13 ELSE m.support_contact END,
      brand_color = CASE WHEN $14::boolean THEN $15 ELSE m.brand_color END,
      status = coalesce($16::merchant_status, m.status)
    WHERE m.id = $1 AND m.partner_id = $2 AND m.deleted_at IS NULL RETURNING ${merchantColumns}`,
});

/** Updates a merchant in one statement. @returns the updated merchant, or null when the partner has none with that id. */
export async function updateMerchantColumns(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
  { name, email, icon, supportContact, brandColor, status, ...changes }: MerchantColumns,
  now: Date,
): Promise<Merchant | null> {
  const { onlySettleableTokens, sendsReceipts, acceptsTransfers } = changes;
  const iconValues = [icon !== undefined, icon?.url ?? null, icon?.logoHash ?? null];
  const switches = [onlySettleableTokens ?? null, sendsReceipts ?? null, acceptsTransfers ?? null];
  const shown = [supportContact, brandColor].flatMap((value) => [value !== undefined, value ?? null]);
  const values = [
    id,
    scope.partnerId,
    name ?? null,
    email ?? null,
    ...iconValues,
    now,
    ...switches,
    ...shown,
    status ?? null,
  ];
  const [row] = await tx.rows(update, values);
  return row ?? null;
}

const softDelete = statement<Merchant & { isNew: boolean }>({
  name: "merchant-delete",
  text: `WITH before AS (SELECT id, deleted_at FROM merchant WHERE id = $1 AND partner_id = $2 FOR NO KEY UPDATE)
    UPDATE merchant m SET deleted_at = coalesce(m.deleted_at, $3) FROM before b WHERE m.id = b.id
    RETURNING ${merchantColumns}, b.deleted_at IS NULL AS "isNew"`,
});

/**
 * Marks a merchant as deleted. A merchant that was deleted before keeps its time of deletion.
 * @returns the merchant, `isNew` unless it was deleted before; null when the partner never had one with that id.
 */
export async function softDeleteMerchant(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
  now: Date,
): Promise<(Merchant & { isNew: boolean }) | null> {
  return (await tx.rows(softDelete, [id, scope.partnerId, now]))[0] ?? null;
}

const updateStatus = statement<Merchant & { isChanged: boolean }>({
  name: "merchant-status",
  text: `WITH before AS (
      SELECT id, status FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE)
    UPDATE merchant m SET status = $3::merchant_status,
      updated_at = CASE WHEN m.status = $3::merchant_status THEN m.updated_at ELSE $4 END
    FROM before b WHERE m.id = b.id RETURNING ${merchantColumns}, b.status <> m.status AS "isChanged"`,
});

/** Sets a merchant's status. @returns the merchant, `isChanged` or not; null when the partner has none with that id. */
export async function updateMerchantStatus(
  tx: Queryable,
  scope: PartnerScope,
  id: MerchantId,
  status: MerchantStatus,
  now: Date,
): Promise<(Merchant & { isChanged: boolean }) | null> {
  const values = [id, scope.partnerId, status, now];
  return (await tx.rows(updateStatus, values))[0] ?? null;
}
