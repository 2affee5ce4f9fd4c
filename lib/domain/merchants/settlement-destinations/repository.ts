import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
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

const lock = {
  name: "crypto-settlement-lock",
  text: "SELECT id, asset, destination FROM crypto_settlement WHERE merchant_id = $1 AND id = $2 FOR UPDATE",
};

/** Reads a settlement and locks it to the end of the transaction; null when the merchant has none of that id. */
export async function lockCryptoSettlement(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<CryptoSettlement | null> {
  const [row] = await tx.rows<CryptoSettlement>(lock, [merchantId, id]);
  return row ?? null;
}

const update = {
  name: "crypto-settlement-update",
  text: "UPDATE crypto_settlement SET destination = $2, updated_at = $3 WHERE id = $1",
};

/** Writes where a locked settlement goes from now on. */
export async function setDestination(
  tx: Queryable,
  { id, destination }: Pick<CryptoSettlement, "id" | "destination">,
  now: Date,
): Promise<void> {
  await tx.rows(update, [id, destination, now]);
}

const remove = {
  name: "crypto-settlement-delete",
  text: "DELETE FROM crypto_settlement WHERE merchant_id = $1 AND id = $2 RETURNING id",
};

/** Removes a settlement. @returns false when the merchant has none of that id. */
export async function removeCryptoSettlement(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<boolean> {
  return (await tx.rows(remove, [merchantId, id])).length > 0;
}
