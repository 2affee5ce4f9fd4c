import type { Actor } from "#lib/core/actor.ts";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import { insertOf, type RowOf, reader, selectList } from "#lib/db/fields.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { type Refund, type RefundState, refundFields } from "#lib/domain/payments/refunds/refund.ts";

type Row = RowOf<typeof refundFields>;
const columns = selectList(refundFields, "refund");
const toRefund = reader(refundFields);

const { columns: inserted, parameters, next, values } = insertOf(refundFields);
const insert = statement({
  name: "refund-insert",
  text: `INSERT INTO refund (${inserted}, created_by, token_hash) VALUES (${parameters}, $${next}, $${next + 1})`,
});

/**
 * Inserts a refund of a payment that the caller has locked.
 * @throws Error when it exceeds what is left of the payment: a caller bypassed the lock.
 */
export async function insertRefund(
  tx: Queryable,
  refund: Refund,
  { createdBy, tokenHash }: { createdBy: string | null; tokenHash: Buffer | null },
): Promise<void> {
  await tx.rows(insert, [...values(refund), createdBy, tokenHash]);
}

const selectOfPayments = statement<Row>({
  name: "refunds-of-payments",
  text: `SELECT ${columns} FROM refund WHERE payment_id = ANY($1::text[]) ORDER BY created_at, id`,
});

/** Lists the refunds of payments, oldest first. Unscoped: the caller has found the payments in its scope. */
export async function listRefunds(on: Queryable, paymentIds: readonly PaymentId[]): Promise<Refund[]> {
  return (await on.rows(selectOfPayments, [paymentIds])).map(toRefund);
}

const selectAuthors = statement<RefundAuthor & { id: RefundId }>({
  name: "refund-authors",
  text: `SELECT r.id, split_part(r.created_by, ':', 1) AS kind,
      CASE WHEN r.created_by LIKE 'operator:%' THEN substr(r.created_by, 10) ELSE coalesce(nullif(u.name, ''), u.email, k.name) END
        AS name
    FROM refund r
      LEFT JOIN "user" u ON r.created_by LIKE 'user:%' AND u.id = substr(r.created_by, 6) AND u.partner_id = r.partner_id
      LEFT JOIN api_key k ON r.created_by LIKE 'api\\_key:%' AND k.id = substr(r.created_by, 9) AND k.partner_id = r.partner_id
    WHERE r.payment_id = $1 AND r.created_by IS NOT NULL`,
});

/**
 * The author of a refund: a user by name or email, an API key by its name, or a command of the operator. No
 * name: deleted since.
 */
export type RefundAuthor = { kind: Actor["kind"]; name: string | null };

/** Finds the authors of a payment's refunds. Unscoped: the caller has found the payment in its scope. */
export async function findRefundAuthors(on: Queryable, paymentId: PaymentId): Promise<Map<RefundId, RefundAuthor>> {
  const rows = await on.rows(selectAuthors, [paymentId]);
  return new Map(rows.map(({ id, ...author }) => [id, author]));
}

const selectByToken = statement<Row>({
  name: "refund-by-token",
  text: `SELECT ${columns} FROM refund WHERE token_hash = $1`,
});

/** Returns the refund of a link by the SHA-256 of its secret, or null. */
export async function findRefundByToken(on: Queryable, tokenHash: Buffer): Promise<Refund | null> {
  const [row] = await on.rows(selectByToken, [tokenHash]);
  return row === undefined ? null : toRefund(row);
}

const selectById = statement<Row>({ name: "refund-by-id", text: `SELECT ${columns} FROM refund WHERE id = $1` });
const lockById = statement<Row>({
  name: "refund-lock",
  text: `SELECT ${columns} FROM refund WHERE id = $1 FOR UPDATE`,
});

/** Returns a refund, or null. Unscoped. */
export async function findRefund(on: Queryable, id: RefundId): Promise<Refund | null> {
  const [row] = await on.rows(selectById, [id]);
  return row === undefined ? null : toRefund(row);
}

/** Reads a refund and locks its row until the end of the transaction. Lock its payment first. Unscoped. */
export async function lockRefund(tx: Queryable, id: RefundId): Promise<Refund | null> {
  const [row] = await tx.rows(lockById, [id]);
  return row === undefined ? null : toRefund(row);
}

const updateState = statement({
  name: "refund-state",
  text: `UPDATE refund SET state = $2::refund_state, tx_hash = coalesce($3, tx_hash), failure = $4, updated_at = $5
    WHERE id = $1`,
});

/** Sets the state of a locked refund. @throws Error for a transition that the database refuses. */
export async function setRefundState(
  tx: Queryable,
  id: RefundId,
  change: { state: RefundState; txHash?: string; failure?: string },
  now: Date,
): Promise<void> {
  await tx.rows(updateState, [id, change.state, change.txHash ?? null, change.failure ?? null, now]);
}

const endOverpaid = statement({
  name: "refund-ends-overpayment",
  text: `UPDATE deposit_exception x SET state = 'refunded', refund_tx_hash = $3, failure = NULL, updated_at = $4, ended_at = $4
    WHERE x.payment_id = $1 AND x.kind = 'overpaid' AND x.state = 'forwarded' AND x.amount <= $2
      AND NOT EXISTS (SELECT FROM deposit_exception o WHERE o.asset = x.asset AND o.refund_tx_hash = $3)`,
});

/** Ends the exception of a payment that was paid too much, when a refund returns at least that. Its payment's row is locked. */
export async function endOverpayment(
  tx: Queryable,
  { paymentId, amount }: Pick<Refund, "paymentId" | "amount">,
  txHash: string,
  now: Date,
): Promise<void> {
  await tx.rows(endOverpaid, [paymentId, amount, txHash, now]);
}

const selectOverdue = statement<Row>({
  name: "refund-overdue",
  text: `SELECT ${columns} FROM refund WHERE state = 'requested' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
});

/** Lists requested refunds past their expiry, the longest overdue first. */
export async function listOverdueRefunds(on: Queryable, now: Date, limit: number): Promise<Refund[]> {
  return (await on.rows(selectOverdue, [now, limit])).map(toRefund);
}

const countWasted = statement<{ wasted: number }>({
  name: "refund-wasted",
  text: `SELECT count(DISTINCT a.id)::int AS wasted FROM payment_attempt a
    JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' AND r.gas_cost > 0
    WHERE a.refund_id = $1 AND a.state = 'rejected'`,
});

/** Counts a refund's attempts that were rejected after costing us gas. */
export async function countWastedAttempts(on: Queryable, id: RefundId): Promise<number> {
  return (await on.rows(countWasted, [id]))[0]?.wasted ?? 0;
}

const selectSettledTo = statement<{ recipient: Address | null }>({
  name: "refund-settled-to",
  text: `SELECT coalesce((SELECT recipient FROM chain_transfer WHERE payment_id = $1 AND kind = 'settlement'),
      split_part(o.destination, ':', 3)) AS recipient
    FROM payout o WHERE o.payment_id = $1`,
});

/** Returns the address that received a payment's payout, or will; null for none. */
export async function findSettledTo(on: Queryable, paymentId: PaymentId): Promise<Address | null> {
  return (await on.rows(selectSettledTo, [paymentId]))[0]?.recipient ?? null;
}
