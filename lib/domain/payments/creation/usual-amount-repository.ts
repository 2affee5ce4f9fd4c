import type { MerchantId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const newestCount = 100;

const selectLargest = statement<{ count: number; largest: string }>({
  name: "payment-usual-amount",
  text: `SELECT count(*)::int AS count, coalesce(max(value), 0)::text AS largest FROM (SELECT unit, value FROM payment
      WHERE merchant_id = $1 AND status = 'succeeded' ORDER BY created_at DESC, id DESC LIMIT ${newestCount}) newest
    WHERE unit = $2`,
});

/** Returns the number of payments in a unit among the merchant's newest hundred that succeeded, and the largest of their amounts. */
export async function findLargestPaid(
  on: Queryable,
  merchantId: MerchantId,
  unit: string,
): Promise<{ count: number; largest: AtomicAmount }> {
  const [row] = await on.rows(selectLargest, [merchantId, unit]);
  return { count: row?.count ?? 0, largest: BigInt(row?.largest ?? 0) };
}
