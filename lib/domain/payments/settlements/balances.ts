import type { Caip19 } from "#lib/core/caip.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";

/** A merchant's money in one asset since the beginning; amounts are smallest units of `asset`. */
export type MerchantBalance = {
  merchantId: MerchantId;
  merchantName: string;
  isMerchantDeleted: boolean;
  asset: Caip19;
  payments: number;
  /** Net of fees. */
  received: AtomicAmount;
  fees: AtomicAmount;
  paidOut: AtomicAmount;
  /** Received, and neither paid out nor refunded from the treasury yet: held there, or on its way. */
  held: AtomicAmount;
  /** Paid back to buyers by the merchant's wallet, or from the treasury. */
  refunded: AtomicAmount;
};

export type BalancePosition = { merchantId: string; asset: string };

type Amounts = "received" | "fees" | "paidOut" | "held" | "refunded";
type Row = Omit<MerchantBalance, Amounts> & Record<Amounts, string>;
const textWhere = (
  condition: string,
) => `SELECT s.*, m.name AS "merchantName", m.deleted_at IS NOT NULL AS "isMerchantDeleted" FROM (
      SELECT merchant_id AS "merchantId", asset, sum(payments)::int AS payments, sum(net) AS received, sum(fees) AS fees,
        sum(paid_out) AS "paidOut", sum(net - paid_out - held_refunded) AS held,
        sum(refunded + held_refunded) AS refunded
      FROM settlement_month WHERE partner_id = $1 AND ($2::text IS NULL OR merchant_id = $2) AND ${condition}
      GROUP BY merchant_id, asset ORDER BY merchant_id DESC, asset DESC LIMIT $3) s
    JOIN merchant m ON m.id = s."merchantId" ORDER BY s."merchantId" DESC, s.asset DESC`;
// No text sorts behind every other in every language, so the first page has a statement of its own.
const selectFirst = statement<Row>({ name: "settlement-balances", text: textWhere("true") });
const selectNext = statement<Row>({
  name: "settlement-balances-after",
  text: textWhere("(merchant_id, asset) < ($4, $5)"),
});

/**
 * Lists balances by merchant, the newest first, and asset, after a position; of one merchant, if given.
 * Deleted ones included.
 */
export async function listBalances(
  { partnerId }: PartnerScope,
  { merchantId, after, limit }: { merchantId: string | null; after: BalancePosition | null; limit: number },
): Promise<MerchantBalance[]> {
  const values = [partnerId, merchantId, limit];
  const rows =
    after === null
      ? await database.rows(selectFirst, values)
      : await database.rows(selectNext, [...values, after.merchantId, after.asset]);
  return rows.map((row) => ({
    ...row,
    received: BigInt(row.received),
    fees: BigInt(row.fees),
    paidOut: BigInt(row.paidOut),
    held: BigInt(row.held),
    refunded: BigInt(row.refunded),
  }));
}
