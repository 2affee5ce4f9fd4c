import type { ApiKeyId, PartnerId, UserId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** An API key and the partner that it belongs to. */
export type KeyHolder = {
  keyId: ApiKeyId;
  name: string;
  permissions: ReadonlySet<string>;
  partnerId: PartnerId;
  /** The API version that the partner is pinned to. */
  serviceVersion: string;
  fees: FeeSchedule;
  expiresAt: Date | null;
  /** As CIDR; empty for any. */
  allowedNetworks: readonly string[];
};

export type NewApiKey = {
  id: ApiKeyId;
  partnerId: PartnerId;
  name: string;
  permissions: readonly Permission[];
  secretHash: Buffer;
  hint: string;
  now: Date;
  expiresAt: Date | null;
  allowedNetworks: readonly string[];
  createdBy: string | null;
  createdById: UserId | null;
};

const insert = statement({
  name: "api-key-insert",
  text: `INSERT INTO api_key (id, partner_id, name, permissions, secret_hash, hint, created_at, expires_at, allowed_networks,
      created_by, created_by_id)
    VALUES ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9::text[], $10, $11)`,
});

/** Inserts an API key. */
export async function insertApiKey(on: Queryable, key: NewApiKey): Promise<void> {
  const {
    id,
    partnerId,
    name,
    permissions,
    secretHash,
    hint,
    now,
    expiresAt,
    allowedNetworks,
    createdBy,
    createdById,
  } = key;
  const limits = [expiresAt, allowedNetworks, createdBy, createdById];
  await on.rows(insert, [id, partnerId, name, permissions, secretHash, hint, now, ...limits]);
}

const setUsed = statement({
  name: "api-key-used",
  text: `UPDATE api_key SET last_used_at = $2
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
});

/** Records when a key was last used, at most once a minute per key to keep writes rare. */
export async function recordKeyUse(keyId: ApiKeyId, now: Date): Promise<void> {
  await database.rows(setUsed, [keyId, now]);
}

const revoke = statement({
  name: "api-key-revoke",
  text: "UPDATE api_key SET revoked_at = $3 WHERE id = $1 AND partner_id = $2 AND revoked_at IS NULL RETURNING id",
});

/** Revokes a key permanently. @returns false when the partner has no such key or revoked it before. */
export async function markApiKeyRevoked(
  on: Queryable,
  scope: PartnerScope,
  keyId: ApiKeyId,
  now: Date,
): Promise<boolean> {
  return (await on.rows(revoke, [keyId, scope.partnerId, now])).length > 0;
}

type HolderRow = {
  secret_hash: Buffer;
  id: ApiKeyId;
  name: string;
  permissions: string[];
  partner_id: PartnerId;
  service_version: string;
  fee_currency: string;
  fee_fixed: string;
  fee_ppm: number;
  expires_at: Date | null;
  allowed_networks: string[] | null;
};

const selectHolders = statement<HolderRow, "permissions">({
  name: "api-key-holders",
  text: `SELECT k.secret_hash, k.id, k.name, k.permissions, k.partner_id, p.service_version, p.fee_currency, p.fee_fixed, p.fee_ppm,
      k.expires_at, k.allowed_networks
    FROM api_key k JOIN partner p ON p.id = k.partner_id
    WHERE k.secret_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL`,
});

/**
 * Reads the holders of unrevoked keys.
 * @param secretHashes SHA-256 of the secrets, as hex.
 * @returns the holders that exist, each under its hash, in any order.
 */
export async function selectKeyHolders(secretHashes: readonly string[]): Promise<{ id: string; holder: KeyHolder }[]> {
  const rows = await database.rows(selectHolders, [secretHashes.map((hash) => `\\x${hash}`)]);
  return rows.map((row) => ({
    id: row.secret_hash.toString("hex"),
    holder: {
      keyId: row.id,
      name: row.name,
      permissions: new Set(row.permissions),
      partnerId: row.partner_id,
      serviceVersion: row.service_version,
      fees: { currency: row.fee_currency, fixed: BigInt(row.fee_fixed), partsPerMillion: row.fee_ppm },
      expiresAt: row.expires_at,
      allowedNetworks: row.allowed_networks ?? [],
    },
  }));
}

/** An API key as lists show it. */
export type ListedKey = {
  id: ApiKeyId;
  name: string;
  hint: string;
  permissions: Permission[];
  createdAt: Date;
  /** With an accuracy of one minute; null for a key that was never used. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date | null;
  allowedNetworks: string[];
  /** The name of who created it; null before it was recorded. */
  createdBy: string | null;
  /** The email of the member who created it and has been removed since; null otherwise. */
  leftBy: string | null;
  /** The role of the member who created it; null for others, and when it isn't known. */
  roleOfCreator: Role | null;
};

const selectOwned = statement<ListedKey, "permissions">({
  name: "api-keys-of-partner",
  text: `SELECT k.id, k.name, k.hint, k.permissions, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt",
      k.revoked_at AS "revokedAt", k.expires_at AS "expiresAt", coalesce(k.allowed_networks, '{}') AS "allowedNetworks",
      k.created_by AS "createdBy", k.left_by AS "leftBy", u.role AS "roleOfCreator"
    FROM api_key k LEFT JOIN "user" u ON u.id = k.created_by_id
    WHERE k.partner_id = $1 ORDER BY k.revoked_at DESC NULLS FIRST, k.created_at DESC, k.id DESC`,
});

/** Lists a partner's API keys: valid ones first, newest first, then revoked ones. Secrets aren't stored. */
export function listApiKeys({ partnerId }: PartnerScope): Promise<ListedKey[]> {
  return database.rows(selectOwned, [partnerId]);
}
