import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import { type AtomicAmount, formatUnit } from "#lib/core/money.ts";
import type { CancelledReason as CancelledReasonRow, FailureCode, PaymentStatus } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { paymentInScope, type Scope, scopeValues } from "#lib/db/scope.ts";
import type { Payment, PaymentSnapshot } from "#lib/domain/payments/payment.ts";
import { storedUnit } from "#lib/domain/payments/stored-unit.ts";

type SnapshotRow = {
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

type PaymentRow = SnapshotRow & {
  reference_id: string;
  unit: string;
  value: string;
  fee_currency: string;
  fee_fixed: string;
  fee_ppm: number;
  created_at: Date;
  succeeded_at: Date | null;
  buyer_account: Caip10 | null;
  buyer_app_id: string | null;
  settled_at: Date | null;
  settlement_tx_hash: string | null;
  cancelled_at: Date | null;
  cancelled_reason: CancelledReasonRow | null;
  refunded_at: Date | null;
  success_url: string | null;
  error_url: string | null;
};

const snapshotColumns = `p.id, p.partner_id, p.merchant_id, p.status, p.version, p.expires_at, p.failure_code, p.tx_hash,
  p.token_asset, p.token_amount`;
const paymentColumns = `${snapshotColumns}, p.reference_id, p.unit, p.value,
  p.fee_currency, p.fee_fixed, p.fee_ppm, p.created_at, p.succeeded_at, p.buyer_account, p.buyer_app_id, p.settled_at, p.settlement_tx_hash,
  p.cancelled_at, p.cancelled_reason, p.refunded_at, p.success_url, p.error_url`;

function toSnapshot(row: SnapshotRow): PaymentSnapshot {
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

function toPayment(row: PaymentRow): Payment {
  const isSettled = row.settled_at !== null && row.settlement_tx_hash !== null && row.token_asset !== null;
  return {
    ...toSnapshot(row),
    referenceId: row.reference_id,
    amount: { unit: storedUnit(row.unit), value: BigInt(row.value) },
    fees: { currency: row.fee_currency, fixed: BigInt(row.fee_fixed), partsPerMillion: row.fee_ppm },
    createdAt: row.created_at,
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
    checkout:
      row.success_url === null || row.error_url === null
        ? null
        : { successUrl: row.success_url, errorUrl: row.error_url },
  };
}

const insert = {
  name: "payment-insert",
  text: `INSERT INTO payment (id, partner_id, merchant_id, reference_id, unit, value, fee_currency, fee_fixed, fee_ppm,
      success_url, error_url, created_at, updated_at, expires_at, fiat_currency, fiat_value, amount_rank, fee_total,
      token_asset, token_amount)
    SELECT $1, $2, m.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18, $19 FROM merchant m
    WHERE m.id = $3 AND m.partner_id = $2 AND m.status = 'active' AND m.deleted_at IS NULL
    RETURNING id`,
};

export type NewPayment = Pick<
  Payment,
  "id" | "partnerId" | "merchantId" | "referenceId" | "amount" | "fees" | "createdAt" | "expiresAt" | "checkout"
> & {
  /** The amount in fiat: as asked for, or a token amount at par of its peg. */
  fiat: { currency: string; value: AtomicAmount };
  /** Millionths of a US dollar, for sorting. */
  amountRank: AtomicAmount;
  /** In the amount's own smallest units. */
  feeTotal: AtomicAmount;
};

/** Writes a new payment in requires_action. @returns false when its merchant is not the partner's, or not active. */
export async function insertPayment(on: Queryable, payment: NewPayment): Promise<boolean> {
  const { unit, value } = payment.amount;
  const rows = await on.rows(insert, [
    payment.id,
    payment.partnerId,
    payment.merchantId,
    payment.referenceId,
    formatUnit(unit),
    value,
    payment.fees.currency,
    payment.fees.fixed,
    payment.fees.partsPerMillion,
    payment.checkout?.successUrl ?? null,
    payment.checkout?.errorUrl ?? null,
    payment.createdAt,
    payment.expiresAt,
    payment.fiat.currency,
    payment.fiat.value,
    payment.amountRank,
    payment.feeTotal,
    unit.kind === "token" ? unit.asset : null,
    unit.kind === "token" ? value : null,
  ]);
  return rows.length > 0;
}

const selectSnapshots = {
  name: "payment-snapshots",
  text: `SELECT ${snapshotColumns} FROM payment p WHERE p.id = ANY($1::text[])`,
};

/** What polls need of many payments, unscoped: whoever shows one of them asks whether it is in scope. */
export async function listSnapshots(on: Queryable, ids: readonly PaymentId[]): Promise<PaymentSnapshot[]> {
  return (await on.rows<SnapshotRow>(selectSnapshots, [ids])).map(toSnapshot);
}

const selectNewer = {
  name: "payment-snapshots-newer",
  text: `SELECT ${snapshotColumns} FROM unnest($1::text[], $2::integer[]) AS seen (id, version)
    JOIN payment p ON p.id = seen.id AND p.version > seen.version`,
};

/** Those of many payments that were changed since a version of them was seen; unscoped, for waiters let in before. */
export async function listNewerSnapshots(
  on: Queryable,
  seen: readonly { id: PaymentId; version: number }[],
): Promise<PaymentSnapshot[]> {
  const values = [seen.map(({ id }) => id), seen.map(({ version }) => version)];
  return (await on.rows<SnapshotRow>(selectNewer, values)).map(toSnapshot);
}

const selectPayments = {
  name: "payments-by-id",
  text: `SELECT ${paymentColumns} FROM payment p WHERE p.id = ANY($1::text[])`,
};

/** Many payments at once, unscoped: whoever shows one of them asks whether it is in scope. */
export async function listPayments(on: Queryable, ids: readonly PaymentId[]): Promise<Payment[]> {
  return (await on.rows<PaymentRow>(selectPayments, [ids])).map(toPayment);
}

const lock = {
  name: "payment-lock",
  text: `SELECT ${paymentColumns} FROM payment p WHERE p.id = $1 FOR UPDATE`,
};

/** Reads one payment and locks its row to the end of the transaction; unscoped, for applyPaymentEvent. */
export async function lockPayment(tx: Queryable, id: PaymentId): Promise<Payment | null> {
  const [row] = await tx.rows<PaymentRow>(lock, [id]);
  return row === undefined ? null : toPayment(row);
}

const lockInScope = {
  name: "payment-lock-in-scope",
  text: `SELECT ${paymentColumns} FROM payment p WHERE p.id = $1 AND ${paymentInScope("p", 2)} FOR UPDATE`,
};

/** The same within a scope, for use cases that look before they apply an event; null when it holds none of that id. */
export async function lockPaymentInScope(tx: Queryable, scope: Scope, id: PaymentId): Promise<Payment | null> {
  const [row] = await tx.rows<PaymentRow>(lockInScope, [id, ...scopeValues(scope)]);
  return row === undefined ? null : toPayment(row);
}

const update = {
  name: "payment-update",
  text: `UPDATE payment SET status = $3::payment_status, version = version + 1, updated_at = $4,
      failure_code = coalesce($5::failure_code, failure_code),
      cancelled_reason = coalesce($6::cancelled_reason, cancelled_reason),
      cancelled_at = CASE WHEN $3 = 'cancelled' THEN $4 ELSE cancelled_at END,
      succeeded_at = CASE WHEN $3 = 'succeeded' THEN coalesce(succeeded_at, $4) ELSE succeeded_at END,
      buyer_account = coalesce($7, buyer_account), buyer_app_id = coalesce($8, buyer_app_id),
      token_asset = coalesce($9, token_asset), token_amount = coalesce($10, token_amount),
      token_fee = coalesce($11, token_fee), tx_hash = coalesce($12, tx_hash), tx_nonce = coalesce($13, tx_nonce),
      settlement_tx_hash = coalesce($14, settlement_tx_hash),
      settled_at = CASE WHEN $14::text IS NULL THEN settled_at ELSE $4 END,
      refunded_at = CASE WHEN $15::boolean THEN $4 ELSE refunded_at END
    WHERE id = $1 AND version = $2 RETURNING version`,
};

/** The columns that an event fills; what is left out stays as it is. */
export type PaymentChange = {
  failureCode?: FailureCode;
  cancelledReason?: CancelledReasonRow;
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
 * Moves a locked payment on by one version.
 * @throws Error when the row no longer has that version, which the lock makes impossible unless somebody writes around it.
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

/** Appends to a payment's history. */
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

const selectOverdue = {
  name: "payment-overdue",
  text: `SELECT id FROM payment WHERE status = 'requires_action' AND expires_at <= $1
    ORDER BY expires_at LIMIT $2`,
};

/** Ids of open payments whose expiry has passed but is not yet recorded, the longest overdue first. */
export async function listOverdueIds(on: Queryable, now: Date, limit: number): Promise<PaymentId[]> {
  return (await on.rows<{ id: PaymentId }>(selectOverdue, [now, limit])).map(({ id }) => id);
}
