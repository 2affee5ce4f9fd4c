import type { PartnerId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

export type NewPartner = { id: PartnerId; name: string; fees: FeeSchedule; now: Date };

const insert = statement({
  name: "partner-insert",
  text: `INSERT INTO partner (id, name, fee_currency, fee_fixed, fee_ppm, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
});

/** Inserts a partner. */
export async function insertPartner(on: Queryable, { id, name, fees, now }: NewPartner): Promise<void> {
  await on.rows(insert, [id, name, fees.currency, fees.fixed, fees.partsPerMillion, now]);
}

const selectFees = statement<Omit<FeeSchedule, "fixed"> & { fixed: string }>({
  name: "partner-fees",
  text: `SELECT fee_currency AS currency, fee_fixed AS fixed, fee_ppm AS "partsPerMillion" FROM partner WHERE id = $1`,
});

/** Gets a partner's fee schedule. @throws Error for an unknown id. */
export async function getFeeSchedule(on: Queryable, partnerId: PartnerId): Promise<FeeSchedule> {
  const [row] = await on.rows(selectFees, [partnerId]);
  if (row === undefined) throw new Error(`partner ${partnerId} doesn't exist`);
  return { ...row, fixed: BigInt(row.fixed) };
}

const updateOrigins = statement({
  name: "partner-embed-origins",
  text: "UPDATE partner SET embed_origins = $2::text[] WHERE id = $1 RETURNING id",
});

/** Writes the origins that may embed a partner's checkouts. @returns false when the partner doesn't exist. */
export async function updateEmbedOrigins(
  on: Queryable,
  partnerId: PartnerId,
  origins: readonly string[],
): Promise<boolean> {
  return (await on.rows(updateOrigins, [partnerId, origins])).length > 0;
}

/** A partner with the fields that its members see. */
export type Partner = {
  id: PartnerId;
  name: string;
  serviceVersion: string;
  fees: FeeSchedule;
  embedOrigins: string[];
};

type PartnerRow = Omit<Partner, "fees"> & { feeCurrency: string; feeFixed: string; feePpm: number };

const select = statement<PartnerRow>({
  name: "partner-by-id",
  text: `SELECT id, name, service_version AS "serviceVersion", fee_currency AS "feeCurrency", fee_fixed AS "feeFixed",
      fee_ppm AS "feePpm", embed_origins AS "embedOrigins" FROM partner WHERE id = $1`,
});

/** Finds a partner by id, or null. */
export async function selectPartner(on: Queryable, partnerId: PartnerId): Promise<Partner | null> {
  const [row] = await on.rows(select, [partnerId]);
  if (row === undefined) return null;
  const { feeCurrency, feeFixed, feePpm, ...partner } = row;
  return { ...partner, fees: { currency: feeCurrency, fixed: BigInt(feeFixed), partsPerMillion: feePpm } };
}

const selectVersionForUpdate = statement<{ version: string }>({
  name: "partner-version-for-update",
  text: "SELECT service_version AS version FROM partner WHERE id = $1 FOR NO KEY UPDATE",
});

/** Reads a partner's API version and locks the row until the transaction ends; null for an unknown partner. */
export async function selectServiceVersionForUpdate(tx: Queryable, partnerId: PartnerId): Promise<string | null> {
  const [row] = await tx.rows(selectVersionForUpdate, [partnerId]);
  return row?.version ?? null;
}

const updateVersion = statement({
  name: "partner-version",
  text: "UPDATE partner SET service_version = $2 WHERE id = $1",
});

/** Pins a partner to an API version. */
export async function updateServiceVersion(tx: Queryable, partnerId: PartnerId, version: string): Promise<void> {
  await tx.rows(updateVersion, [partnerId, version]);
}
