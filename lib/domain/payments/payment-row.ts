import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type {
  CancelledReason,
  FailureCode,
  Payment,
  PaymentOrder,
  PaymentSnapshot,
  PaymentStatus,
} from "#lib/domain/payments/payment.ts";
import { storedUnit } from "#lib/domain/payments/stored-unit.ts";

/** A row of {@link snapshotRowColumns}. */
export type SnapshotRow = {
  id: PaymentId;
  partner_id: PartnerId;
  merchant_id: MerchantId;
  status: PaymentStatus;
  version: number;
  expires_at: Date;
  failure_code: FailureCode | null;
  tx_hash: string | null;
  token_asset: Caip19 | null;
  token_amount: string | null;
};

/** A row of {@link orderRowColumns}. */
export type OrderRow = {
  description: string | null;
  line_items: { name: string; quantity: number; total: string }[] | null;
};

/** A row of {@link paymentRowColumns}. */
export type PaymentRow = SnapshotRow &
  OrderRow & {
    reference_id: string;
    unit: string;
    value: string;
    fee_currency: string;
    fee_fixed: string;
    fee_ppm: number;
    created_at: Date;
    updated_at: Date;
    succeeded_at: Date | null;
    buyer_account: Caip10 | null;
    buyer_app_id: string | null;
    settled_at: Date | null;
    settlement_tx_hash: string | null;
    cancelled_at: Date | null;
    cancelled_reason: CancelledReason | null;
    refunded_at: Date | null;
    refunded_amount: string | null;
    success_url: string | null;
    error_url: string | null;
  };

/** The columns of `payment p` that a {@link PaymentSnapshot} is made from. */
export const snapshotRowColumns = `p.id, p.partner_id, p.merchant_id, p.status, p.version, p.expires_at, p.failure_code, p.tx_hash,
  p.token_asset, p.token_amount`;
/** The columns of `payment p` that a {@link PaymentOrder} is made from. */
export const orderRowColumns = "p.description, p.line_items";
/** The columns of `payment p` that a {@link Payment} is made from. */
export const paymentRowColumns = `${snapshotRowColumns}, p.reference_id, ${orderRowColumns}, p.unit, p.value,
  p.fee_currency, p.fee_fixed, p.fee_ppm, p.created_at, p.updated_at, p.succeeded_at, p.buyer_account, p.buyer_app_id, p.settled_at,
  p.settlement_tx_hash, p.cancelled_at, p.cancelled_reason, p.refunded_at, p.refunded_amount, p.success_url, p.error_url`;

/** Converts a row to a snapshot. */
export function toSnapshot(row: SnapshotRow): PaymentSnapshot {
  const { tx_hash: txHash, token_asset: asset, token_amount: amount } = row;
  const isPaid = row.status === "succeeded" && txHash !== null && asset !== null && amount !== null;
  return {
    id: row.id,
    partnerId: row.partner_id,
    merchantId: row.merchant_id,
    storedStatus: row.status,
    version: row.version,
    expiresAt: row.expires_at,
    failureCode: row.failure_code,
    result: isPaid ? { txHash, asset, amount: BigInt(amount) } : null,
  };
}

/** Converts a row to an order. */
export function toOrder({ description, line_items: items }: OrderRow): PaymentOrder {
  const lineItems = (items ?? []).map(({ name, quantity, total }) => ({ name, quantity, total: BigInt(total) }));
  return { description, lineItems };
}

/** Converts a row to a payment. */
export function toPayment(row: PaymentRow): Payment {
  const isSettled = row.settled_at !== null && row.settlement_tx_hash !== null && row.token_asset !== null;
  return {
    ...toSnapshot(row),
    referenceId: row.reference_id,
    ...toOrder(row),
    amount: { unit: storedUnit(row.unit), value: BigInt(row.value) },
    fees: { currency: row.fee_currency, fixed: BigInt(row.fee_fixed), partsPerMillion: row.fee_ppm },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    succeededAt: row.succeeded_at,
    buyer: row.buyer_account === null ? null : { account: row.buyer_account, appId: row.buyer_app_id },
    settlement: isSettled
      ? {
          asset: row.token_asset as Caip19,
          txHash: row.settlement_tx_hash as string,
          settledAt: row.settled_at as Date,
        }
      : null,
    cancellation:
      row.cancelled_at === null || row.cancelled_reason === null
        ? null
        : { at: row.cancelled_at, reason: row.cancelled_reason },
    refundedAt: row.refunded_at,
    refunded: refundedOf(row),
    checkout:
      row.success_url === null || row.error_url === null
        ? null
        : { successUrl: row.success_url, errorUrl: row.error_url },
  };
}

/**
 * Returns what was refunded of a payment, in smallest units of its token. One that was marked before there were amounts is refunded
 * in full.
 */
export function refundedOf(
  row: Pick<PaymentRow, "refunded_at" | "refunded_amount"> & { token_amount: string | null },
): bigint {
  return BigInt(row.refunded_amount ?? (row.refunded_at === null ? 0 : (row.token_amount ?? 0)));
}
