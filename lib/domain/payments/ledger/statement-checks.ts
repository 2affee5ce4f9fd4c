import type { Caip19 } from "#lib/core/caip.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { type MonthColumn, monthColumns, selectMonthSums } from "#lib/domain/payments/ledger/month-sums.ts";

/** A column of a merchant's month in the statements that isn't the sum of its ledger entries. */
export type WrongSum = {
  merchantId: MerchantId;
  asset: Caip19;
  /** `YYYY-MM`. */
  month: string;
  column: MonthColumn;
  /** By the ledger. */
  expected: bigint;
  recorded: bigint;
};

const select = statement<Omit<WrongSum, "expected" | "recorded"> & { expected: string; recorded: string }>({
  name: "ledger-wrong-statement-sums",
  text: `SELECT merchant_id AS "merchantId", asset, to_char(month, 'YYYY-MM') AS month, c.name AS "column", c.expected, c.recorded
    FROM (${selectMonthSums("e.id <= (SELECT ledger_id FROM settlement_fold)")}) s
    FULL JOIN settlement_month m USING (partner_id, merchant_id, asset, month)
    CROSS JOIN LATERAL (VALUES ${monthColumns
      .map((column) => `('${column}', coalesce(s.${column}, 0)::numeric, coalesce(m.${column}, 0)::numeric)`)
      .join(", ")}) AS c (name, expected, recorded)
    WHERE c.expected <> c.recorded ORDER BY 1, 2, 3, 4 LIMIT $1`,
});

/**
 * Lists the sums of statements that differ from the ledger entries that were folded into them, at most
 * `limit`. Reads all entries.
 */
export async function listWrongSums(on: Queryable, limit: number): Promise<WrongSum[]> {
  const rows = await on.rows(select, [limit]);
  return rows.map((row) => ({ ...row, expected: BigInt(row.expected), recorded: BigInt(row.recorded) }));
}
