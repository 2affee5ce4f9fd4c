import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, Settlements } from "#lib/domain/merchants/merchant.ts";

const insert = {
  name: "merchant-insert",
  text: `INSERT INTO merchant (id, partner_id, name, email, icon_url, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)`,
};

/** Writes a new, active merchant. */
export async function insertMerchant(tx: Queryable, scope: PartnerScope, merchant: Merchant): Promise<void> {
  const { id, name, email, iconUrl, createdAt } = merchant;
  await tx.rows(insert, [id, scope.partnerId, name, email, iconUrl, createdAt]);
}

const merchantColumns = {
  id: true,
  name: true,
  email: true,
  iconUrl: true,
  status: true,
  createdAt: true,
  updatedAt: true,
} as const;

const settlementColumns = {
  cryptoSettlements: { select: { id: true, asset: true, destination: true }, orderBy: { id: "asc" } },
  fiatSettlements: { select: { id: true, status: true, bankType: true, currency: true }, orderBy: { id: "asc" } },
} as const;

/** A merchant of the partner that is not deleted, with its settlements; null when there is none of that id. */
export async function findMerchantWithSettlements(
  scope: PartnerScope,
  id: MerchantId,
): Promise<{ merchant: Merchant; settlements: Settlements } | null> {
  const row = await prisma().merchant.findFirst({
    where: { id, partnerId: scope.partnerId, deletedAt: null },
    select: { ...merchantColumns, ...settlementColumns },
  });
  if (row === null) return null;
  const { cryptoSettlements, fiatSettlements, ...merchant } = row;
  return {
    merchant: { ...merchant, id },
    settlements: {
      crypto: cryptoSettlements as Settlements["crypto"],
      fiat: fiatSettlements as Settlements["fiat"],
    },
  };
}

const selectOwned = {
  name: "merchant-owned",
  text: "SELECT id FROM merchant WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL",
};

/** True when the partner has a merchant of that id that is not deleted. */
export async function isMerchantOf(on: Queryable, scope: PartnerScope, id: MerchantId): Promise<boolean> {
  return (await on.rows(selectOwned, [id, scope.partnerId])).length > 0;
}

const selectName = { name: "merchant-name", text: "SELECT name FROM merchant WHERE id = $1" };

/** The name of a merchant that a payment belongs to, deleted or not. @throws Error for an unknown id. */
export async function getMerchantName(on: Queryable, id: MerchantId): Promise<string> {
  const [row] = await on.rows<{ name: string }>(selectName, [id]);
  if (row === undefined) throw new Error(`there is no merchant ${id}`);
  return row.name;
}
