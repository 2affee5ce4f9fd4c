import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { FiatRecord, StoredFiatRecord } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-record.ts";

const insert = {
  name: "fiat-settlement-insert",
  text: `INSERT INTO fiat_settlement (id, merchant_id, bank_type, currency, holder_name, account_ending, status, created_at,
      updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
};

const valuesOf = ({ bankType, currency, holderName, accountEnding, status }: FiatRecord) =>
  [bankType, currency, holderName, accountEnding, status] as const;

/** Writes a new record. */
export async function insertFiatRecord(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"fiat">,
  record: FiatRecord,
  now: Date,
): Promise<void> {
  await tx.rows(insert, [id, merchantId, ...valuesOf(record), now]);
}

const update = {
  name: "fiat-settlement-update",
  text: `UPDATE fiat_settlement SET bank_type = $3, currency = $4, holder_name = $5, account_ending = $6, status = $7,
      updated_at = $8 WHERE id = $1 AND merchant_id = $2 RETURNING id`,
};

/** Writes a record anew. @returns false when the merchant has none of that id. */
export async function updateFiatRecord(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"fiat">,
  record: FiatRecord,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(update, [id, merchantId, ...valuesOf(record), now])).length > 0;
}

const remove = {
  name: "fiat-settlement-delete",
  text: "DELETE FROM fiat_settlement WHERE id = $1 AND merchant_id = $2 RETURNING id",
};

/** Removes a record. @returns false when the merchant has none of that id. */
export async function deleteFiatRecord(tx: Queryable, merchantId: MerchantId, id: Id<"fiat">): Promise<boolean> {
  return (await tx.rows(remove, [id, merchantId])).length > 0;
}

const select = {
  name: "fiat-settlements",
  text: `SELECT f.id, f.bank_type AS "bankType", f.currency, f.holder_name AS "holderName",
      f.account_ending AS "accountEnding", f.status
    FROM fiat_settlement f JOIN merchant m ON m.id = f.merchant_id
    WHERE f.merchant_id = $1 AND m.partner_id = $2 ORDER BY f.id`,
};

/** A merchant's records, the oldest first; none for a merchant that is another partner's. */
export async function selectFiatRecords(
  on: Queryable,
  merchantId: MerchantId,
  partnerId: string,
): Promise<StoredFiatRecord[]> {
  return on.rows<StoredFiatRecord>(select, [merchantId, partnerId]);
}
