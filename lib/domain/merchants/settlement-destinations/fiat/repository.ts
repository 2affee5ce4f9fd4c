import type { Id, MerchantId } from "#lib/core/ids.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import type {
  FiatDestination,
  StoredFiatDestination,
} from "#lib/domain/merchants/settlement-destinations/fiat/fiat-destination.ts";

const insert = statement({
  name: "fiat-destination-insert",
  text: `INSERT INTO fiat_settlement_destination (id, merchant_id, bank_type, currency, holder_name, account_ending,
      status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
});

const valuesOf = ({ bankType, currency, holderName, accountEnding, status }: FiatDestination) =>
  [bankType, currency, holderName, accountEnding, status] as const;

/** Inserts a fiat destination. */
export async function insertFiatDestination(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"fiat">,
  destination: FiatDestination,
  now: Date,
): Promise<void> {
  await tx.rows(insert, [id, merchantId, ...valuesOf(destination), now]);
}

const update = statement({
  name: "fiat-destination-update",
  text: `UPDATE fiat_settlement_destination SET bank_type = $3, currency = $4, holder_name = $5, account_ending = $6,
      status = $7, updated_at = $8 WHERE id = $1 AND merchant_id = $2 RETURNING id`,
});

/** Replaces the fields of a fiat destination. @returns false when the merchant has none with that id. */
export async function updateFiatDestination(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"fiat">,
  destination: FiatDestination,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(update, [id, merchantId, ...valuesOf(destination), now])).length > 0;
}

const remove = statement({
  name: "fiat-destination-delete",
  text: "DELETE FROM fiat_settlement_destination WHERE id = $1 AND merchant_id = $2 RETURNING id",
});

/** Deletes a fiat destination. @returns false when the merchant has none with that id. */
export async function deleteFiatDestination(tx: Queryable, merchantId: MerchantId, id: Id<"fiat">): Promise<boolean> {
  return (await tx.rows(remove, [id, merchantId])).length > 0;
}

const select = statement<StoredFiatDestination>({
  name: "fiat-destinations",
  text: `SELECT f.id, f.bank_type AS "bankType", f.currency, f.holder_name AS "holderName",
      f.account_ending AS "accountEnding", f.status
    FROM fiat_settlement_destination f JOIN merchant m ON m.id = f.merchant_id
    WHERE f.merchant_id = $1 AND m.partner_id = $2 ORDER BY f.id`,
});

/**
 * Lists a merchant's fiat destinations, oldest first, with the fields that only the dashboard shows. Empty for another
 * partner's merchant.
 */
export async function listFiatDestinations(
  { partnerId }: PartnerScope,
  merchantId: MerchantId,
): Promise<StoredFiatDestination[]> {
  return database.rows(select, [merchantId, partnerId]);
}
