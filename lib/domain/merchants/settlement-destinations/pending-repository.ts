import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PendingDestination, SettlementDestination } from "#lib/domain/merchants/merchant.ts";

const columns = `id, asset, destination, takes_effect_at AS "takesEffectAt"`;

const selectOne = {
  name: "pending-destination-of-asset",
  text: `SELECT ${columns} FROM pending_destination WHERE merchant_id = $1 AND asset = $2`,
};

/** The destination that will be in force for a merchant's asset, or null. Stable while the merchant is locked. */
export async function findPending(
  tx: Queryable,
  merchantId: MerchantId,
  asset: Caip19,
): Promise<PendingDestination | null> {
  return (await tx.rows<PendingDestination>(selectOne, [merchantId, asset]))[0] ?? null;
}

const selectById = {
  name: "pending-destination-by-id",
  text: `SELECT ${columns} FROM pending_destination WHERE merchant_id = $1 AND id = $2`,
};

/** A merchant's pending destination by its id, or null. */
export async function findPendingById(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<PendingDestination | null> {
  return (await tx.rows<PendingDestination>(selectById, [merchantId, id]))[0] ?? null;
}

const upsert = {
  name: "pending-destination-upsert",
  text: `INSERT INTO pending_destination AS p (id, merchant_id, asset, destination, created_at, takes_effect_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (merchant_id, asset)
    DO UPDATE SET destination = excluded.destination, created_at = excluded.created_at,
      takes_effect_at = excluded.takes_effect_at WHERE p.destination <> excluded.destination`,
};

/** Stores a pending destination in place of the asset's earlier one. The same destination keeps its time. */
export async function upsertPending(
  tx: Queryable,
  merchantId: MerchantId,
  { id, asset, destination }: SettlementDestination,
  now: Date,
  takesEffectAt: Date,
): Promise<void> {
  await tx.rows(upsert, [id, merchantId, asset, destination, now, takesEffectAt]);
}

const remove = {
  name: "pending-destination-delete",
  text: "DELETE FROM pending_destination WHERE merchant_id = $1 AND id = $2 RETURNING id",
};

/** Deletes a pending destination. @returns false when the merchant has none with that id. */
export async function deletePending(tx: Queryable, merchantId: MerchantId, id: Id<"crypto">): Promise<boolean> {
  return (await tx.rows(remove, [merchantId, id])).length > 0;
}

const removeForAsset = {
  name: "pending-destination-delete-for-asset",
  text: "DELETE FROM pending_destination WHERE merchant_id = $1 AND asset = $2",
};

/** Deletes the pending destination for an asset of a merchant, if there is one. */
export async function deletePendingFor(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<void> {
  await tx.rows(removeForAsset, [merchantId, asset]);
}

const selectDue = {
  name: "pending-destination-due",
  text: `SELECT p.id, p.merchant_id AS "merchantId", m.partner_id AS "partnerId", p.asset, p.destination
    FROM pending_destination p JOIN merchant m ON m.id = p.merchant_id
    WHERE p.takes_effect_at <= $1 ORDER BY p.takes_effect_at LIMIT $2`,
};

/** A pending destination whose time has come. */
export type DueDestination = {
  id: Id<"crypto">;
  merchantId: MerchantId;
  partnerId: Id<"prt">;
  asset: Caip19;
  destination: Caip10;
};

/** Lists at most `limit` pending destinations that take effect by now, the oldest first. */
export function listDue(on: Queryable, now: Date, limit: number): Promise<DueDestination[]> {
  return on.rows<DueDestination>(selectDue, [now, limit]);
}

// A merchant that has taken payments, or has removed a destination for the asset, is in use: where its money goes is changed
// even by the first destination for an asset.
const selectUse = {
  name: "settlement-destination-is-change",
  text: `SELECT EXISTS (SELECT FROM removed_destination WHERE merchant_id = $1 AND asset = $2)
    OR EXISTS (SELECT FROM payment WHERE merchant_id = $1) AS "isInUse"`,
};

/** True when another destination for the asset changes where money goes that the merchant has taken, or will take soon. */
export async function isInUse(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<boolean> {
  const [row] = await tx.rows<{ isInUse: boolean }>(selectUse, [merchantId, asset]);
  return row?.isInUse === true;
}
