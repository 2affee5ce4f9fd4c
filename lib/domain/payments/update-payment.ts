import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { CancelledReason, FailureCode, Payment, PaymentStatus } from "#lib/domain/payments/payment.ts";

/** The columns of an update and their types, in the order of its parameters, which follow the time. */
const columns = {
  id: "text",
  version: "int",
  status: "payment_status",
  versions: "int",
  failure_code: "failure_code",
  cancelled_reason: "cancelled_reason",
  buyer_account: "text",
  buyer_app_id: "text",
  token_asset: "text",
  token_amount: "numeric",
  token_fee: "numeric",
  tx_hash: "text",
  tx_nonce: "bigint",
  settlement_tx_hash: "text",
  is_refunded: "boolean",
  refunded_amount: "numeric",
};
const parameters = (suffix: string) =>
  Object.values(columns)
    .map((type, index) => `$${index + 2}::${type}${suffix}`)
    .join(", ");

/** @param relation of the updates, a row for each payment. */
const updateFrom = (relation: string) => `UPDATE payment p SET status = n.status, version = p.version + n.versions,
      updated_at = $1,
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
    FROM ${relation} AS n (${Object.keys(columns).join(", ")})
    WHERE p.id = n.id AND p.version = n.version RETURNING p.id`;

const updateMany = { name: "payments-update", text: updateFrom(`unnest(${parameters("[]")})`) };
// With an array of one id, Postgres plans the statement anew each time, which takes longer than the update.
const updateOne = { name: "payment-update", text: updateFrom(`(VALUES (${parameters("")}))`) };

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
  const values = updates.map(valuesOf);
  const [only] = values;
  const rows =
    only !== undefined && values.length === 1
      ? await tx.rows(updateOne, [now, ...only])
      : await tx.rows(updateMany, [now, ...Object.keys(columns).map((_, at) => values.map((row) => row[at] ?? null))]);
  if (rows.length < updates.length) {
    const versions = updates.map(({ payment: { id, version } }) => `${id} at version ${version}`);
    throw new Error(`of these payments, one was changed by another writer: ${versions.join(", ")}`);
  }
}

/** The values of one update, in the order of {@link columns}. */
function valuesOf({ payment, status, versions, change }: PaymentUpdate): (string | number | null)[] {
  return [
    payment.id,
    payment.version,
    status,
    versions,
    change.failureCode ?? null,
    change.cancelledReason ?? null,
    change.buyerAccount ?? null,
    change.buyerAppId ?? null,
    change.tokenAsset ?? null,
    change.tokenAmount?.toString() ?? null,
    change.tokenFee?.toString() ?? null,
    change.txHash ?? null,
    change.txNonce?.toString() ?? null,
    change.settlementTxHash ?? null,
    String(change.isRefunded ?? false),
    change.refundedAmount?.toString() ?? null,
  ];
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
