import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Id, MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { RequestedDestination, SettlementDestination } from "#lib/domain/merchants/merchant.ts";

const insert = statement({
  name: "settlement-destinations-insert",
  text: `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
    SELECT id, $1, asset, destination, $5, $5 FROM unnest($2::text[], $3::text[], $4::text[]) AS n (id, asset, destination)`,
});

/** Inserts settlement destinations of a locked merchant, which must not have one for any of their assets. */
export async function insertDestinations(
  tx: Queryable,
  merchantId: MerchantId,
  destinations: readonly SettlementDestination[],
  now: Date,
): Promise<void> {
  if (destinations.length > 0) await tx.rows(insert, [merchantId, ...columnsOf(destinations), now]);
}

/** The ids, assets and accounts of destinations, as parameters for `unnest`. */
export function columnsOf(destinations: readonly SettlementDestination[]): [string[], string[], string[]] {
  return [
    destinations.map(({ id }) => id),
    destinations.map(({ asset }) => asset),
    destinations.map(({ destination }) => destination),
  ];
}

const upsert = statement<{ id: Id<"crypto"> }>({
  name: "settlement-destination-upsert",
  text: `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (merchant_id, asset)
    DO UPDATE SET destination = excluded.destination, updated_at = excluded.updated_at RETURNING id`,
});

/**
 * Inserts a settlement destination, or changes the account of the one that the merchant has for the asset.
 * @returns the id that it has.
 */
export async function upsertDestination(
  tx: Queryable,
  merchantId: MerchantId,
  { id, asset, destination }: SettlementDestination,
  now: Date,
): Promise<Id<"crypto">> {
  const [row] = await tx.rows(upsert, [id, merchantId, asset, destination, now]);
  return row?.id ?? id;
}

const selectAccount = statement<{ destination: Caip10 }>({
  name: "settlement-destination-account",
  text: "SELECT destination FROM settlement_destination WHERE merchant_id = $1 AND asset = $2",
});

/** The account that currently receives the merchant's money in an asset, or null. */
export async function findDestination(tx: Queryable, merchantId: MerchantId, asset: Caip19): Promise<Caip10 | null> {
  const [row] = await tx.rows(selectAccount, [merchantId, asset]);
  return row?.destination ?? null;
}

const selectId = statement<{ id: Id<"crypto"> }>({
  name: "settlement-destination-id",
  text: `SELECT id FROM (
      SELECT 0 AS place, id FROM pending_destination WHERE merchant_id = $1 AND asset = $2
      UNION ALL SELECT 1, id FROM settlement_destination WHERE merchant_id = $1 AND asset = $2) known
    ORDER BY place LIMIT 1`,
});

/** The id of a merchant's destination for an asset, pending or in force; it stays when the account changes. Null without one. */
export async function findDestinationId(
  tx: Queryable,
  merchantId: MerchantId,
  asset: Caip19,
): Promise<Id<"crypto"> | null> {
  return (await tx.rows(selectId, [merchantId, asset]))[0]?.id ?? null;
}

const selectRequested = statement<
  SettlementDestination & { pendingDestination: Caip10 | null; takesEffectAt: Date | null }
>({
  name: "settlement-destinations-requested",
  text: `SELECT id, coalesce(s.asset, p.asset) AS asset, coalesce(s.destination, p.destination) AS destination,
      p.destination AS "pendingDestination", p.takes_effect_at AS "takesEffectAt"
    FROM (SELECT * FROM settlement_destination WHERE merchant_id = $1) s
      FULL JOIN (SELECT * FROM pending_destination WHERE merchant_id = $1) p USING (id)
    ORDER BY s.asset IS NULL, id`,
});

/**
 * Lists a merchant's destinations with what is pending for them, by one statement, so that one that takes
 * effect meanwhile is listed once. Those that are only pending come last, with their own account.
 */
export async function listRequestedDestinations(
  on: Queryable,
  merchantId: MerchantId,
): Promise<RequestedDestination[]> {
  return (await on.rows(selectRequested, [merchantId])).map(
    ({ pendingDestination, takesEffectAt, ...destination }) => ({
      ...destination,
      pending:
        pendingDestination === null || takesEffectAt === null
          ? null
          : { destination: pendingDestination, takesEffectAt },
    }),
  );
}

/** The accounts that currently receive a merchant's money by asset, and whether buyers are offered only those assets. */
export type SettlementTerms = { destinations: ReadonlyMap<Caip19, Caip10>; onlySettleable: boolean };

const selectTerms = statement<{ onlySettleable: boolean; asset: Caip19 | null; destination: Caip10 | null }>({
  name: "settlement-terms",
  text: `SELECT m.only_settleable_tokens AS "onlySettleable", s.asset, s.destination
    FROM merchant m LEFT JOIN settlement_destination s ON s.merchant_id = m.id WHERE m.id = $1`,
});

/** Reads where a merchant's money goes, in one statement. */
export async function readSettlementTerms(on: Queryable, merchantId: MerchantId): Promise<SettlementTerms> {
  const rows = await on.rows(selectTerms, [merchantId]);
  const destinations = rows.flatMap(({ asset, destination }) =>
    asset === null || destination === null ? [] : [[asset, destination] as const],
  );
  return { destinations: new Map(destinations), onlySettleable: rows[0]?.onlySettleable ?? false };
}

const selectForUpdate = statement<SettlementDestination>({
  name: "settlement-destination-for-update",
  text: "SELECT id, asset, destination FROM settlement_destination WHERE merchant_id = $1 AND id = $2 FOR UPDATE",
});

/** Reads a destination and locks its row until the transaction ends; null when the merchant has none with that id. */
export async function selectDestinationForUpdate(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<SettlementDestination | null> {
  const [row] = await tx.rows(selectForUpdate, [merchantId, id]);
  return row ?? null;
}

const remove = statement<SettlementDestination>({
  name: "settlement-destination-delete",
  text: "DELETE FROM settlement_destination WHERE merchant_id = $1 AND id = $2 RETURNING id, asset, destination",
});

/** Deletes a destination. @returns what it was; null when the merchant has none with that id. */
export async function deleteDestination(
  tx: Queryable,
  merchantId: MerchantId,
  id: Id<"crypto">,
): Promise<SettlementDestination | null> {
  return (await tx.rows(remove, [merchantId, id]))[0] ?? null;
}
