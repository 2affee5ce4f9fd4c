import type { PaymentId, ReceiptRequestId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { ReceiptRequest } from "#lib/domain/payments/receipts/receipt-request.ts";

const lock = statement({
  name: "receipt-lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('receipt:' || $1, 0))",
});

/** Locks the receipt requests of a payment until the transaction ends. */
export async function lockReceiptRequests(tx: Queryable, paymentId: PaymentId): Promise<void> {
  await tx.rows(lock, [paymentId]);
}

const columns = `id, payment_id AS "paymentId", locale, key_id AS "keyId", sealed, created_at AS "createdAt",
  expires_at AS "expiresAt", sent_at AS "sentAt"`;

const selectOfPayment = statement<ReceiptRequest>({
  name: "receipt-requests",
  text: `SELECT ${columns} FROM receipt_request WHERE payment_id = $1 ORDER BY created_at, id`,
});

/** Lists the receipt requests of a payment. Unscoped. */
export function listReceiptRequests(on: Queryable, paymentId: PaymentId): Promise<ReceiptRequest[]> {
  return on.rows(selectOfPayment, [paymentId]);
}

const insert = statement({
  name: "receipt-request-insert",
  text: `INSERT INTO receipt_request (id, payment_id, locale, key_id, sealed, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
});

/** Inserts a receipt request. Call it with the payment's receipt requests locked. */
export async function insertReceiptRequest(tx: Queryable, request: ReceiptRequest): Promise<void> {
  const { id, paymentId, locale, keyId, sealed, createdAt, expiresAt } = request;
  await tx.rows(insert, [id, paymentId, locale, keyId, sealed, createdAt, expiresAt]);
}

const selectOne = statement<ReceiptRequest>({
  name: "receipt-request",
  text: `SELECT ${columns} FROM receipt_request WHERE id = $1`,
});

/** Returns a receipt request; null for one that was deleted. Unscoped. */
export async function findReceiptRequest(on: Queryable, id: ReceiptRequestId): Promise<ReceiptRequest | null> {
  return (await on.rows(selectOne, [id]))[0] ?? null;
}

const setSent = statement({
  name: "receipt-request-sent",
  text: "UPDATE receipt_request SET sent_at = $2 WHERE id = $1",
});

/** Marks a receipt as sent. */
export async function markReceiptSent(on: Queryable, id: ReceiptRequestId, now: Date): Promise<void> {
  await on.rows(setSent, [id, now]);
}

const deleteExpired = statement({
  name: "receipt-requests-delete",
  text: `DELETE FROM receipt_request WHERE id IN
    (SELECT id FROM receipt_request WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) RETURNING id`,
});

/** Deletes expired requests, at most `limit`. @returns the number of deleted rows. */
export async function deleteExpiredReceiptRequests(on: Queryable, now: Date, limit: number): Promise<number> {
  return (await on.rows(deleteExpired, [now, limit])).length;
}
