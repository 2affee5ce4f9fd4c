// Refunds of the merchant's wallet pass a router. Those of held money don't.
const byWallet = "e.kind = 'refunded' AND e.credit LIKE 'router:%'";
const byTreasury = "e.kind = 'refunded' AND e.credit LIKE 'treasury:%'";

/** The columns of `settlement_month` that are sums of ledger entries `e`. */
const sums = {
  payments: "count(*) FILTER (WHERE e.kind = 'owed')",
  net: "coalesce(sum(e.amount) FILTER (WHERE e.kind = 'owed'), 0)",
  fees: "coalesce(sum(e.amount) FILTER (WHERE e.kind = 'fee'), 0)",
  payouts: "count(*) FILTER (WHERE e.kind = 'settled')",
  paid_out: "coalesce(sum(e.amount) FILTER (WHERE e.kind = 'settled'), 0)",
  refunds: `count(*) FILTER (WHERE ${byWallet})`,
  refunded: `coalesce(sum(e.amount) FILTER (WHERE ${byWallet}), 0)`,
  held_refunds: `count(*) FILTER (WHERE ${byTreasury})`,
  held_refunded: `coalesce(sum(e.amount) FILTER (WHERE ${byTreasury}), 0)`,
} as const;

/** A column of a merchant's month: the number of its payments, payouts or refunds, or a sum in the asset's smallest unit. */
export type MonthColumn = keyof typeof sums;

export const monthColumns = Object.keys(sums) as MonthColumn[];

/**
 * The statement that sums ledger entries `e` by partner, merchant, asset and UTC month, as `settlement_month` has them.
 * @param range the condition for the entries, such as `e.id <= $1`.
 */
export function selectMonthSums(range: string): string {
  return `SELECT p.partner_id, p.merchant_id, e.asset, date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date AS month,
      ${monthColumns.map((column) => `${sums[column]} AS ${column}`).join(", ")}
    FROM ledger_entry e JOIN payout p ON p.payment_id = e.payment_id
    WHERE ${range} AND e.kind IN ('owed', 'fee', 'settled', 'refunded')
    GROUP BY 1, 2, 3, 4`;
}
