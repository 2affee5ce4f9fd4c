import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

export type NewPartner = { id: PartnerId; name: string; fees: FeeSchedule; now: Date };

const insert = {
  name: "partner-insert",
  text: `INSERT INTO partner (id, name, fee_currency, fee_fixed, fee_ppm, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
};

/** Writes a new partner. */
export async function insertPartner(on: Queryable, { id, name, fees, now }: NewPartner): Promise<void> {
  await on.rows(insert, [id, name, fees.currency, fees.fixed, fees.partsPerMillion, now]);
}

const selectFees = {
  name: "partner-fees",
  text: `SELECT fee_currency AS currency, fee_fixed AS fixed, fee_ppm AS "partsPerMillion" FROM partner WHERE id = $1`,
};

/** A partner's fee schedule. @throws Error for an unknown id. */
export async function getFeeSchedule(on: Queryable, partnerId: PartnerId): Promise<FeeSchedule> {
  type Row = Omit<FeeSchedule, "fixed"> & { fixed: string };
  const [row] = await on.rows<Row>(selectFees, [partnerId]);
  if (row === undefined) throw new Error(`there is no partner ${partnerId}`);
  return { ...row, fixed: BigInt(row.fixed) };
}

const updateEmbedOrigins = {
  name: "partner-embed-origins",
  text: "UPDATE partner SET embed_origins = $2::text[] WHERE id = $1 RETURNING id",
};

/** Writes which origins may frame a partner's checkouts. @returns false when there is no such partner. */
export async function writeEmbedOrigins(
  on: Queryable,
  partnerId: PartnerId,
  origins: readonly string[],
): Promise<boolean> {
  return (await on.rows(updateEmbedOrigins, [partnerId, origins])).length > 0;
}

const selectEmbedOrigin = {
  name: "payment-embed-origin",
  text: `SELECT p.id FROM payment p JOIN partner r ON r.id = p.partner_id
    WHERE p.id = $1 AND $2::text = ANY (r.embed_origins)`,
};

/** True when the payment's partner has listed the origin. Two look-ups by primary key. */
export async function isEmbedOrigin(on: Queryable, paymentId: PaymentId, origin: string): Promise<boolean> {
  return (await on.rows(selectEmbedOrigin, [paymentId, origin])).length > 0;
}

/** A partner as its members see it. */
export type Partner = {
  id: PartnerId;
  name: string;
  serviceVersion: string;
  fees: FeeSchedule;
  embedOrigins: string[];
};

type PartnerRow = Omit<Partner, "fees"> & { feeCurrency: string; feeFixed: string; feePpm: number };

const select = {
  name: "partner-by-id",
  text: `SELECT id, name, service_version AS "serviceVersion", fee_currency AS "feeCurrency", fee_fixed AS "feeFixed",
      fee_ppm AS "feePpm", embed_origins AS "embedOrigins" FROM partner WHERE id = $1`,
};

/** A partner, or null. */
export async function selectPartner(on: Queryable, partnerId: PartnerId): Promise<Partner | null> {
  const [row] = await on.rows<PartnerRow>(select, [partnerId]);
  if (row === undefined) return null;
  const { feeCurrency, feeFixed, feePpm, ...partner } = row;
  return { ...partner, fees: { currency: feeCurrency, fixed: BigInt(feeFixed), partsPerMillion: feePpm } };
}

const updateName = { name: "partner-name", text: "UPDATE partner SET name = $2 WHERE id = $1 RETURNING id" };

/** Writes a partner's name. @returns false when there is no such partner. */
export async function writeName(tx: Queryable, partnerId: PartnerId, name: string): Promise<boolean> {
  return (await tx.rows(updateName, [partnerId, name])).length > 0;
}

const lockVersion = {
  name: "partner-version-lock",
  text: "SELECT service_version AS version FROM partner WHERE id = $1 FOR NO KEY UPDATE",
};

/** The version that a partner is pinned to, which stays until the transaction ends; null for an unknown partner. */
export async function lockServiceVersion(tx: Queryable, partnerId: PartnerId): Promise<string | null> {
  const [row] = await tx.rows<{ version: string }>(lockVersion, [partnerId]);
  return row?.version ?? null;
}

const updateVersion = { name: "partner-version", text: "UPDATE partner SET service_version = $2 WHERE id = $1" };

/** Pins a partner to a version. */
export async function writeServiceVersion(tx: Queryable, partnerId: PartnerId, version: string): Promise<void> {
  await tx.rows(updateVersion, [partnerId, version]);
}
