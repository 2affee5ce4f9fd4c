import type { Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** The debt of a payment to its merchant; the amount is net of fees, in smallest units of `asset`. */
export type Owed = {
  paymentId: PaymentId;
  merchantId: MerchantId;
  merchantName: string;
  referenceId: string;
  asset: Caip19;
  amount: AtomicAmount;
};

/** A row of {@link owedColumns}. */
export type OwedRow = {
  payment_id: PaymentId;
  merchant_id: MerchantId;
  merchant_name: string;
  reference_id: string;
  asset: Caip19;
  amount: string;
};

export const owedColumns = "o.payment_id, o.merchant_id, m.name AS merchant_name, p.reference_id, o.asset, o.amount";
export const owedTables = "payout o JOIN payment p ON p.id = o.payment_id JOIN merchant m ON m.id = o.merchant_id";
/** Joins the merchant's current settlement destination for the payout's asset, as `s`. */
export const currentDestination =
  "LEFT JOIN settlement_destination s ON s.merchant_id = o.merchant_id AND s.asset = o.asset";

export function toOwed(row: OwedRow): Owed {
  return {
    paymentId: row.payment_id,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    referenceId: row.reference_id,
    asset: row.asset,
    amount: BigInt(row.amount),
  };
}
