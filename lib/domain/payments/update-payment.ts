import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { CancelledReason, FailureCode, Payment, PaymentStatus } from "#lib/domain/payments/payment.ts";

const update = {
  name: "payments-update",
  text: `UPDATE payment p SET status = n.status, version = p.version + n.versions, updated_at = $1,
      failure_code = CASE WHEN n.status <> 'succeeded' THEN coalesce(n.failure_code, p.failure_code) END,
      cancelled_reason = CASE WHEN n.status <> 'succeeded' THEN coalesce(n.cancelled_reason, p.cancelled_reason) END,
      cancelled_at = CASE WHEN n.status = 'cancelled' THEN $1 WHEN n.status <> 'succeeded' THEN p.cancelled_at END,
      succeeded_at = CASE WHEN n.status = 'succeeded' THEN coalesce(p.succeeded_at, $1) ELSE p.succeeded_at END,
      buyer_account = coalesce(n.buyer_account, p.buyer_account), buyer_app_id = coalesce(n.buyer_app_id, p.buyer_app_id),
      token_asset = coalesce(n.token_asset, p.token_asset), token_amount = coalesce(n.token_amount, p.token_amount),
      token_fee = coalesce(n.token_fee, p.token_fee), tx_hash = coalesce(n.tx_hash, p.tx_hash),
      tx_nonce = coalesce(n.tx_nonce, p.tx_nonce),
      settlement_tx_hash = coalesce(n.settlement_tx_hash, p.settlement_tx_hash),
      settled_at = CASE WHEN n.settlement_tx_hash IS NULL THEN p.settled_at ELSE $1 END,
      refunded_at = CASE WHEN n.is_refunded THEN $1 ELSE p.refunded_at END,
      refunded_amount = coalesce(n.refunded_amount, p.refunded_amount)
    FROM unnest($2::text[], $3::int[], $4::payment_status[], $5::int[], $6::failure_code[], $7::cancelled_reason[],
      $8::text[], $9::text[], $10::text[], $11::numeric[], $12::numeric[], $13::text[], $14::bigint[], $15::text[],
      $16::boolean[], $17::numeric[]) AS n (id, version, status, versions, failure_code, cancelled_reason, buyer_account,
      buyer_app_id, token_asset, token_amount, token_fee, tx_hash, tx_nonce, settlement_tx_hash, is_refunded,
      refunded_amount)
    WHERE p.id = n.id AND p.version = n.version RETURNING p.id`,
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
  refundedAmount?: bigint;
};

/** The next state of a locked payment. `versions`: the number of events that lead to it. */
export type PaymentUpdate = {
  payment: Pick<Payment, "id" | "version">;
  status: PaymentStatus;
  change: PaymentChange;
  versions: number;
};

/**
 * Updates locked payments, and raises their versions.
 * @throws Error when a row has another version: a writer bypassed the lock.
 */
export async function updatePayments(tx: Queryable, updates: readonly PaymentUpdate[], now: Date): Promise<void> {
  const changes = updates.map(({ change }) => change);
  const rows = await tx.rows(update, [
    now,
    updates.map(({ payment }) => payment.id),
    updates.map(({ payment }) => payment.version),
    updates.map(({ status }) => status),
    updates.map(({ versions }) => versions),
    changes.map(({ failureCode = null }) => failureCode),
    changes.map(({ cancelledReason = null }) => cancelledReason),
    changes.map(({ buyerAccount = null }) => buyerAccount),
    changes.map(({ buyerAppId = null }) => buyerAppId),
    changes.map(({ tokenAsset = null }) => tokenAsset),
    changes.map(({ tokenAmount }) => tokenAmount?.toString() ?? null),
    changes.map(({ tokenFee }) => tokenFee?.toString() ?? null),
    changes.map(({ txHash = null }) => txHash),
    changes.map(({ txNonce }) => txNonce?.toString() ?? null),
    changes.map(({ settlementTxHash = null }) => settlementTxHash),
    changes.map(({ isRefunded = false }) => String(isRefunded)),
    changes.map(({ refundedAmount }) => refundedAmount?.toString() ?? null),
  ]);
  if (rows.length < updates.length) {
    const versions = updates.map(({ payment: { id, version } }) => `${id} at version ${version}`);
    throw new Error(`of these payments, one was changed by another writer: ${versions.join(", ")}`);
  }
}

const insertEvents = {
  name: "payment-events-insert",
  text: `INSERT INTO payment_event (payment_id, version, type, data, created_at)
    SELECT e.payment_id, e.version, e.type, e.data::jsonb, $5
    FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS e (payment_id, version, type, data)`,
};

/** An event of a payment's history. `data` is JSON text. */
export type NewPaymentEvent = { paymentId: PaymentId; version: number; type: string; data: string };

/** Appends events to payments' histories. */
export async function appendEvents(tx: Queryable, events: readonly NewPaymentEvent[], now: Date): Promise<void> {
  await tx.rows(insertEvents, [
    events.map(({ paymentId }) => paymentId),
    events.map(({ version }) => version),
    events.map(({ type }) => type),
    events.map(({ data }) => data),
    now,
  ]);
}
