import type { ApiKeyId, PartnerId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import type { Permission } from "#lib/domain/api-keys/permissions.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** A key and the partner it acts for. */
export type KeyHolder = {
  keyId: ApiKeyId;
  permissions: ReadonlySet<string>;
  partnerId: PartnerId;
  /** The API version that the partner is pinned to. */
  serviceVersion: string;
  fees: FeeSchedule;
};

export type NewApiKey = {
  id: ApiKeyId;
  partnerId: PartnerId;
  name: string;
  permissions: readonly Permission[];
  secretHash: Buffer;
  hint: string;
  now: Date;
};

/** Writes a new key. */
export async function insertApiKey({ now, permissions, secretHash, ...key }: NewApiKey): Promise<void> {
  await prisma().apiKey.create({
    data: { ...key, permissions: [...permissions], secretHash: new Uint8Array(secretHash), createdAt: now },
  });
}

type HolderRow = {
  id: ApiKeyId;
  permissions: string[];
  partner_id: PartnerId;
  service_version: string;
  fee_currency: string;
  fee_fixed: string;
  fee_ppm: number;
};

const selectHolder = {
  name: "api-key-holder",
  text: `SELECT k.id, k.permissions, k.partner_id, p.service_version, p.fee_currency, p.fee_fixed, p.fee_ppm
    FROM api_key k JOIN partner p ON p.id = k.partner_id
    WHERE k.secret_hash = $1 AND k.revoked_at IS NULL`,
};

/** The holder of an unrevoked key by the SHA-256 of its secret, or null. */
export async function findKeyHolder(secretHash: Buffer): Promise<KeyHolder | null> {
  const [row] = await database.rows<HolderRow>(selectHolder, [secretHash]);
  if (row === undefined) return null;
  return {
    keyId: row.id,
    permissions: new Set(row.permissions),
    partnerId: row.partner_id,
    serviceVersion: row.service_version,
    fees: { currency: row.fee_currency, fixed: BigInt(row.fee_fixed), partsPerMillion: row.fee_ppm },
  };
}
