import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { CancelledReason, FailureCode, Payment, PaymentStatus } from "#lib/domain/payments/payment.ts";

const update = {
  name: "payment-update",
  text: `UPDATE payment SET status = $3::payment_status, version = version + $16, updated_at = $4,
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
    WHERE id = $1 AND version = $2 RETURNING id`,
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
 * Updates a locked payment, and raises its version by the number of events that change it.
 * @throws Error when the row has another version: a writer bypassed the lock.
 */
export async function updatePayment(
  tx: Queryable,
  payment: Pick<Payment, "id" | "version">,
  { status, change, versions }: { status: PaymentStatus; change: PaymentChange; versions: number },
  now: Date,
): Promise<void> {
  const [row] = await tx.rows(update, [
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
    versions,
  ]);
  if (row === undefined) throw new Error(`payment ${payment.id} is no longer at version ${payment.version}`);
}

const insertEvents = {
  name: "payment-events-insert",
  text: `INSERT INTO payment_event (payment_id, version, type, data, created_at)
    SELECT $1, $2 + e.place, e.type, e.data::jsonb, $5 FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS e (type, data, place)`,
};

/** Appends events to a payment's history, after its version. The events' data is JSON text. */
export async function appendEvents(
  tx: Queryable,
  { id, version }: Pick<Payment, "id" | "version">,
  events: readonly { type: string; data: string }[],
  now: Date,
): Promise<void> {
  const types = events.map(({ type }) => type);
  await tx.rows(insertEvents, [id, version, types, events.map(({ data }) => data), now]);
}
