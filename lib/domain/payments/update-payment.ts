import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { CancelledReason, FailureCode, Payment, PaymentStatus } from "#lib/domain/payments/payment.ts";

const update = {
  name: "payment-update",
  text: `UPDATE payment SET status = $3::payment_status, version = version + 1, updated_at = $4,
      failure_code = CASE WHEN $3 <> 'succeeded' THEN coalesce($5::failure_code, failure_code) END,
      cancelled_reason = CASE WHEN $3 <> 'succeeded' THEN coalesce($6::cancelled_reason, cancelled_reason) END,
      cancelled_at = CASE WHEN $3 = 'cancelled' THEN $4 WHEN $3 <> 'succeeded' THEN cancelled_at END,
      succeeded_at = CASE WHEN $3 = 'succeeded' THEN coalesce(succeeded_at, $4) ELSE succeeded_at END,
      buyer_account = coalesce($7, buyer_account), buyer_app_id = coalesce($8, buyer_app_id),
      token_asset = coalesce($9, token_asset), token_amount = coalesce($10, token_amount),
      token_fee = coalesce($11, token_fee), tx_hash = coalesce($12, tx_hash), tx_nonce = coalesce($13, tx_nonce),
      settlement_tx_hash = coalesce($14, settlement_tx_hash),
      settled_at = CASE WHEN $14::text IS NULL THEN settled_at ELSE $4 END,
      refunded_at = CASE WHEN $15::boolean THEN $4 ELSE refunded_at END
    WHERE id = $1 AND version = $2 RETURNING version`,
};

/** The columns that an event sets; omitted columns keep their values. */
export type PaymentChange = {
  failureCode?: FailureCode;
  cancelledReason?: CancelledReason;
  buyerAccount?: Caip10;
  buyerAppId?: string | null;
  tokenAsset?: Caip19;
  tokenAmount?: bigint;
  tokenFee?: bigint;
  txHash?: string;
  txNonce?: bigint;
  settlementTxHash?: string;
  isRefunded?: boolean;
};

/**
 * Updates a locked payment to its next version.
 * @returns the new version.
 * @throws Error when the row has another version: a writer bypassed the lock.
 */
export async function updatePayment(
  tx: Queryable,
  payment: Pick<Payment, "id" | "version">,
  status: PaymentStatus,
  change: PaymentChange,
  now: Date,
): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(update, [
    payment.id,
    payment.version,
    status,
    now,
    change.failureCode ?? null,
    change.cancelledReason ?? null,
    change.buyerAccount ?? null,
    change.buyerAppId ?? null,
    change.tokenAsset ?? null,
    change.tokenAmount ?? null,
    change.tokenFee ?? null,
    change.txHash ?? null,
    change.txNonce ?? null,
    change.settlementTxHash ?? null,
    change.isRefunded ?? false,
  ]);
  if (row === undefined) throw new Error(`payment ${payment.id} is no longer at version ${payment.version}`);
  return row.version;
}

const insertEvent = {
  name: "payment-event-insert",
  text: "INSERT INTO payment_event (payment_id, version, type, data, created_at) VALUES ($1, $2, $3, $4::jsonb, $5)",
};

/** Appends an event to a payment's history. @param data JSON text. */
export async function appendEvent(
  tx: Queryable,
  id: PaymentId,
  version: number,
  type: string,
  data: string,
  now: Date,
): Promise<void> {
  await tx.rows(insertEvent, [id, version, type, data, now]);
}
