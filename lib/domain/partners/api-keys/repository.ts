import type { ApiKeyId, PartnerId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
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
};

const insert = {
  name: "api-key-insert",
  text: `INSERT INTO api_key (id, partner_id, name, permissions, secret_hash, hint, created_at, expires_at, allowed_networks,
      created_by)
    VALUES ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9::text[], $10)`,
};

/** Inserts an API key. */
export async function insertApiKey(on: Queryable, key: NewApiKey): Promise<void> {
  const { id, partnerId, name, permissions, secretHash, hint, now, expiresAt, allowedNetworks, createdBy } = key;
  const limits = [expiresAt, allowedNetworks, createdBy];
  await on.rows(insert, [id, partnerId, name, permissions, secretHash, hint, now, ...limits]);
}

const setUsed = {
  name: "api-key-used",
  text: `UPDATE api_key SET last_used_at = $2
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
};

/** Records when a key was last used, at most once a minute per key to keep writes rare. */
export async function recordKeyUse(keyId: ApiKeyId, now: Date): Promise<void> {
  await database.rows(setUsed, [keyId, now]);
}

const revoke = {
  name: "api-key-revoke",
  text: "UPDATE api_key SET revoked_at = $3 WHERE id = $1 AND partner_id = $2 AND revoked_at IS NULL RETURNING id",
};

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

const selectHolders = {
  name: "api-key-holders",
  text: `SELECT k.secret_hash, k.id, k.name, k.permissions, k.partner_id, p.service_version, p.fee_currency, p.fee_fixed, p.fee_ppm,
      k.expires_at, k.allowed_networks
    FROM api_key k JOIN partner p ON p.id = k.partner_id
    WHERE k.secret_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL`,
};

/**
 * Reads the holders of unrevoked keys.
 * @param secretHashes SHA-256 of the secrets, as hex.
 * @returns the holders that exist, each under its hash, in any order.
 */
export async function selectKeyHolders(secretHashes: readonly string[]): Promise<{ id: string; holder: KeyHolder }[]> {
  const rows = await database.rows<HolderRow>(selectHolders, [secretHashes.map((hash) => `\\x${hash}`)]);
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
};

const selectOwned = {
  name: "api-keys-of-partner",
  text: `SELECT id, name, hint, permissions, created_at AS "createdAt", last_used_at AS "lastUsedAt",
      revoked_at AS "revokedAt", expires_at AS "expiresAt", coalesce(allowed_networks, '{}') AS "allowedNetworks",
      created_by AS "createdBy"
    FROM api_key WHERE partner_id = $1 ORDER BY revoked_at DESC NULLS FIRST, created_at DESC, id DESC`,
};

/** Lists a partner's API keys: valid ones first, newest first, then revoked ones. Secrets aren't stored. */
export function listApiKeys({ partnerId }: PartnerScope): Promise<ListedKey[]> {
  return database.rows<ListedKey>(selectOwned, [partnerId]);
}
