import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type PageRequest } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  currentDestination,
  type Owed,
  type OwedRow,
  owedColumns,
  owedTables,
  toOwed,
} from "#lib/domain/payments/payouts/owed.ts";

/** A payout held in the treasury because the merchant had no destination for the asset when the payment succeeded. */
export type HeldPayout = Owed & {
  succeededAt: Date;
  /** The merchant's current destination for the asset, which payOutNow would use; null while there is none. */
  destination: Caip10 | null;
};

/** Held payouts of one asset: their amount net of fees, and the number of payments. */
export type HeldSum = { asset: Caip19; amount: AtomicAmount; payments: number };

const newestFirst: Keyset = { column: "o.created_at", type: "timestamptz", id: "o.payment_id", direction: "desc" };

// One statement per kind of scope, so that each uses its own index.
const heldBy = { partner: "o.partner_id = $1", merchant: "o.merchant_id = $2 AND o.partner_id = $1" } as const;
type Holder = keyof typeof heldBy;

const holderOf = ({ merchantId }: PartnerScope): Holder => (merchantId === null ? "partner" : "merchant");
const holderValues = ({ partnerId, merchantId }: PartnerScope) =>
  merchantId === null ? [partnerId] : [partnerId, merchantId];

function selectHeld(holder: Holder) {
  const first = holder === "partner" ? 2 : 3;
  return {
    name: `payouts-held-of-${holder}`,
    text: `SELECT ${owedColumns}, o.created_at, s.destination
      FROM ${owedTables} ${currentDestination}
      WHERE o.state = 'held' AND ${heldBy[holder]} AND ${keysetCondition(newestFirst, first)}
      ORDER BY ${keysetOrder(newestFirst)} LIMIT $${first + 2}`,
  };
}
const heldStatements = { partner: selectHeld("partner"), merchant: selectHeld("merchant") };

/** Held payouts in a scope, newest first, at most `limit`. */
export async function selectHeldPayouts(
  on: Queryable,
  scope: PartnerScope,
  { after, limit }: PageRequest,
): Promise<HeldPayout[]> {
  type Row = OwedRow & { created_at: Date; destination: Caip10 | null };
  const values = [...holderValues(scope), ...keysetValues(newestFirst, after), limit];
  const rows = await on.rows<Row>(heldStatements[holderOf(scope)], values);
  return rows.map((row) => ({ ...toOwed(row), succeededAt: row.created_at, destination: row.destination }));
}

const sumHeldBy = (holder: Holder) => ({
  name: `payouts-held-sum-of-${holder}`,
  text: `SELECT o.asset, sum(o.amount) AS amount, count(*)::int AS payments FROM payout o
    WHERE o.state = 'held' AND ${heldBy[holder]} GROUP BY o.asset ORDER BY o.asset`,
});
const sumStatements = { partner: sumHeldBy("partner"), merchant: sumHeldBy("merchant") };

/** Sums held payouts in a scope by asset, with an index-only scan. */
export async function selectHeldSums(on: Queryable, scope: PartnerScope): Promise<HeldSum[]> {
  type Row = { asset: Caip19; amount: string; payments: number };
  const rows = await on.rows<Row>(sumStatements[holderOf(scope)], holderValues(scope));
  return rows.map(({ asset, amount, payments }) => ({ asset, amount: BigInt(amount), payments }));
}
