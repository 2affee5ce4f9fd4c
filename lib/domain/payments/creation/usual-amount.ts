import type { MerchantId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatUnit, type Unit } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { MerchantScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** With fewer paid payments, a merchant has no usual amount yet. */
const minPayments = 5;
/** An amount is far above the usual when it is more than this number of times the largest one. */
const times = 10n;
const newestCount = 100;

const selectLargest = statement<{ count: number; largest: string }>({
  name: "payment-usual-amount",
  text: `SELECT count(*)::int AS count, coalesce(max(value), 0)::text AS largest FROM (SELECT unit, value FROM payment
      WHERE merchant_id = $1 AND status = 'succeeded' ORDER BY created_at DESC, id DESC LIMIT ${newestCount}) newest
    WHERE unit = $2`,
});

/**
 * Returns the merchant's largest usual amount if `value` is more than ten times as large. Of the newest hundred paid
 * payments, those in the same unit have the usual amounts. Fewer than five are too few to compare with.
 * @returns null for an amount that isn't unusual.
 */
export async function findUsualBelow(
  on: Queryable,
  { merchantId }: Pick<MerchantScope, "merchantId">,
  unit: Unit,
  value: AtomicAmount,
): Promise<AtomicAmount | null> {
  const { count, largest } = await findLargestPaid(on, merchantId, formatUnit(unit));
  return count >= minPayments && value > times * largest ? largest : null;
}

/** Counts the payments in a unit among the merchant's newest hundred that succeeded, and returns their largest amount. */
async function findLargestPaid(
  on: Queryable,
  merchantId: MerchantId,
  unit: string,
): Promise<{ count: number; largest: AtomicAmount }> {
  const [row] = await on.rows(selectLargest, [merchantId, unit]);
  return { count: row?.count ?? 0, largest: BigInt(row?.largest ?? 0) };
}
