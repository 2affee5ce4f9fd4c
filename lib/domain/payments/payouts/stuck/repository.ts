import type { Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type PageRequest } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** A payout that has failed, or has been pending or submitted for too long. */
export type StuckPayout = {
  paymentId: PaymentId;
  merchantName: string;
  referenceId: string;
  asset: Caip19;
  /** Net of fees, in smallest units of `asset`. */
  amount: AtomicAmount;
  state: Extract<PayoutState, "pending" | "submitted" | "failed">;
  /** Start of the current state. */
  since: Date;
};

const longestFirst: Keyset = { column: "o.updated_at", type: "timestamptz", id: "o.payment_id", direction: "asc" };

const selectStuck = statement<Omit<StuckPayout, "amount"> & { amount: string }, "state">({
  name: "payouts-stuck",
  text: `SELECT o.payment_id AS "paymentId", m.name AS "merchantName", p.reference_id AS "referenceId", o.asset, o.amount,
      o.state, o.updated_at AS since
    FROM payout o JOIN payment p ON p.id = o.payment_id JOIN merchant m ON m.id = o.merchant_id
    WHERE o.state IN ('pending', 'submitted', 'failed') AND (o.state = 'failed' OR o.updated_at <= $3)
      AND o.partner_id = $1 AND ($2::text IS NULL OR o.merchant_id = $2) AND ${keysetCondition(longestFirst, 4)}
    ORDER BY ${keysetOrder(longestFirst)} LIMIT $6`,
});

/** Payouts in a scope that failed, or have been pending or submitted since `before`; longest first. */
export async function selectStuckPayouts(
  on: Queryable,
  scope: PartnerScope,
  before: Date,
  { after, limit }: PageRequest,
): Promise<StuckPayout[]> {
  const values = [scope.partnerId, scope.merchantId, before, ...keysetValues(longestFirst, after), limit];
  const rows = await on.rows(selectStuck, values);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

const countStuck = statement<StuckCount>({
  name: "payouts-stuck-count",
  text: `SELECT asset, how, count(*)::int AS count FROM (
      SELECT asset, CASE WHEN state = 'failed' THEN 'failed' WHEN state = 'pending' AND waits_for IS NOT NULL THEN 'waiting'
          ELSE 'under way' END AS how
      FROM payout WHERE state IN ('pending', 'submitted', 'failed') AND (state = 'failed' OR updated_at <= $1)) AS stuck
    GROUP BY asset, how`,
});

/**
 * The payouts of an asset that have failed, those that wait until they are worth their gas or for a gas
 * budget, or those that are stuck, which continue on their own once the chain does.
 */
export type StuckCount = { asset: Caip19; how: "failed" | "waiting" | "under way"; count: number };

/** Counts payouts of all partners that have failed, and those that have been pending or submitted since `before`, by asset. */
export async function countStuckPayouts(on: Queryable, before: Date): Promise<StuckCount[]> {
  return on.rows(countStuck, [before]);
}
