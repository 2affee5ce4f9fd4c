import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { CryptoSettlement } from "#lib/domain/merchants/merchant.ts";

const insert = {
  name: "crypto-settlement-insert",
  text: `INSERT INTO crypto_settlement (id, merchant_id, asset, destination, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (merchant_id, asset) DO NOTHING RETURNING id`,
};

/** Writes one settlement. @returns false when the merchant already has one for that asset. */
export async function insertCryptoSettlement(
  tx: Queryable,
  merchantId: MerchantId,
  { id, asset, destination }: CryptoSettlement,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(insert, [id, merchantId, asset, destination, now])).length > 0;
}

const selectDestination = {
  name: "crypto-settlement-destination",
  text: "SELECT destination FROM crypto_settlement WHERE merchant_id = $1 AND asset = $2",
};

/** Where the merchant's money in that asset goes as of now, or null. */
export async function findDestination(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<Caip10 | null> {
  const [row] = await tx.rows<{ destination: Caip10 }>(selectDestination, [merchantId, asset]);
  return row?.destination ?? null;
}

const lockMerchant = {
  name: "merchant-lock",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL FOR SHARE",
};

/** Keeps a merchant from being deleted until the transaction ends. @returns false when it is not the partner's. */
export async function holdMerchant(tx: Queryable, partnerId: string, merchantId: MerchantId): Promise<boolean> {
  return (await tx.rows(lockMerchant, [merchantId, partnerId])).length > 0;
}
