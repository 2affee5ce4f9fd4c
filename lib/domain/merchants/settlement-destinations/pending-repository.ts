import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { PendingDestination, SettlementDestination } from "#lib/domain/merchants/merchant.ts";
import { columnsOf } from "#lib/domain/merchants/settlement-destinations/repository.ts";

const columns = `id, asset, destination, takes_effect_at AS "takesEffectAt"`;

const selectOne = statement<PendingDestination>({
  name: "pending-destination-of-asset",
  text: `SELECT ${columns} FROM pending_destination WHERE merchant_id = $1 AND asset = $2`,
});

/** The destination that will be in force for a merchant's asset, or null. Stable while the merchant is locked. */
export async function findPending(
  tx: Queryable,
  merchantId: MerchantId,
  asset: Caip19,
): Promise<PendingDestination | null> {
  return (await tx.rows(selectOne, [merchantId, asset]))[0] ?? null;
}

const selectById = statement<PendingDestination>({
  name: "pending-destination-by-id",
  text: `SELECT ${columns} FROM pending_destination WHERE merchant_id = $1 AND id = $2`,
});

/** A merchant's pending destination by its id, or null. */
export async function findPendingById(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<PendingDestination | null> {
  return (await tx.rows(selectById, [merchantId, id]))[0] ?? null;
}

const upsert = statement({
  name: "pending-destinations-upsert",
  text: `INSERT INTO pending_destination AS p (id, merchant_id, asset, destination, created_at, takes_effect_at)
    SELECT id, $1, asset, destination, $5, $6 FROM unnest($2::text[], $3::text[], $4::text[]) AS n (id, asset, destination)
    ON CONFLICT (merchant_id, asset) DO UPDATE SET destination = excluded.destination, created_at = excluded.created_at,
      takes_effect_at = excluded.takes_effect_at WHERE p.destination <> excluded.destination`,
});

/** Stores pending destinations in place of their assets' earlier ones. The same destination keeps its time. */
export async function upsertPending(
  tx: Queryable,
  merchantId: MerchantId,
  destinations: readonly SettlementDestination[],
  now: Date,
  takesEffectAt: Date,
): Promise<void> {
  if (destinations.length > 0) await tx.rows(upsert, [merchantId, ...columnsOf(destinations), now, takesEffectAt]);
}

const remove = statement<PendingDestination>({
  name: "pending-destination-delete",
  text: `DELETE FROM pending_destination WHERE merchant_id = $1 AND id = $2 RETURNING ${columns}`,
});

/** Deletes a pending destination. @returns what it was; null when the merchant has none with that id. */
export async function deletePending(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<PendingDestination | null> {
  return (await tx.rows(remove, [merchantId, id]))[0] ?? null;
}

const removeForAsset = statement<PendingDestination>({
  name: "pending-destination-delete-for-asset",
  text: `DELETE FROM pending_destination WHERE merchant_id = $1 AND asset = $2 RETURNING ${columns}`,
});

/** Deletes the pending destination for an asset of a merchant. @returns what it was; null when there is none. */
export async function deletePendingFor(
  tx: Queryable,
  merchantId: MerchantId,
  asset: Caip19,
): Promise<PendingDestination | null> {
  return (await tx.rows(removeForAsset, [merchantId, asset]))[0] ?? null;
}

const selectDue = statement<DueDestination>({
  name: "pending-destination-due",
  text: `SELECT p.id, p.merchant_id AS "merchantId", m.partner_id AS "partnerId", p.asset, p.destination
    FROM pending_destination p JOIN merchant m ON m.id = p.merchant_id
    WHERE p.takes_effect_at <= $1 ORDER BY p.takes_effect_at LIMIT $2`,
});

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
  return on.rows(selectDue, [now, limit]);
}

// A merchant that has taken payments, or has removed a destination for the asset, is in use: where its money goes is changed
// even by the first destination for an asset.
const selectUses = statement<AssetUse & { asset: Caip19 }>({
  name: "settlement-asset-uses",
  text: `SELECT a.asset,
      EXISTS (SELECT FROM settlement_destination WHERE merchant_id = $1 AND asset = a.asset)
        OR EXISTS (SELECT FROM pending_destination WHERE merchant_id = $1 AND asset = a.asset) AS "isTaken",
      EXISTS (SELECT FROM removed_destination WHERE merchant_id = $1 AND asset = a.asset)
        OR EXISTS (SELECT FROM payment WHERE merchant_id = $1) AS "isInUse"
    FROM unnest($2::text[]) AS a (asset)`,
});

/**
 * A merchant's use of an asset. `isTaken`: it has a destination for it, pending or not. `isInUse`: another destination changes
 * where money goes that the merchant has taken, or will take soon.
 */
export type AssetUse = { isTaken: boolean; isInUse: boolean };

/** Reads a locked merchant's use of assets, in one statement. */
export async function readAssetUses(
  tx: Queryable,
  merchantId: MerchantId,
  assets: readonly Caip19[],
): Promise<Map<Caip19, AssetUse>> {
  const rows = await tx.rows(selectUses, [merchantId, assets]);
  return new Map(rows.map(({ asset, ...use }) => [asset, use]));
}
