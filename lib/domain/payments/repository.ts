import type { PaymentId } from "#lib/core/ids.ts";
import { type RowOf, reader, selectList } from "#lib/db/fields.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { readByIds } from "#lib/db/read-by-ids.ts";
import { paymentInScope, type Scope, scopeValues } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { type Payment, type PaymentSnapshot, paymentFields, snapshotFields } from "#lib/domain/payments/payment.ts";

type SnapshotRow = RowOf<typeof snapshotFields>;
type PaymentRow = RowOf<typeof paymentFields>;
const snapshotColumns = selectList(snapshotFields, "p");
const paymentColumns = selectList(paymentFields, "p");
const toSnapshot = reader(snapshotFields);
const toPayment = reader(paymentFields);

const selectSnapshots = readByIds<SnapshotRow>(
  "payment-snapshots",
  (isWanted) => `SELECT ${snapshotColumns} FROM payment p WHERE p.id ${isWanted}`,
);

/** Lists snapshots for polls, in no order. Unscoped: callers check each payment's scope before they show it. */
export async function listSnapshots(on: Queryable, ids: readonly PaymentId[]): Promise<PaymentSnapshot[]> {
  return (await selectSnapshots(on, ids)).map(toSnapshot);
}

const selectFirstTime = statement<{ at: Date }>({
  name: "payment-first-time",
  text: "SELECT created_at AS at FROM payment ORDER BY id LIMIT 1",
});

/** Returns the time at which the oldest payment was created; null while there is none. */
export async function findFirstPaymentTime(on: Queryable): Promise<Date | null> {
  return (await on.rows(selectFirstTime, []))[0]?.at ?? null;
}

const selectNewer = statement<SnapshotRow>({
  name: "payment-snapshots-newer",
  text: `SELECT ${snapshotColumns} FROM unnest($1::text[], $2::integer[]) AS seen (id, version)
    JOIN payment p ON p.id = seen.id AND p.version > seen.version`,
});

/** Lists the payments that are newer than the given versions. Unscoped: for waiters whose scope was checked before. */
export async function listNewerSnapshots(
  on: Queryable,
  seen: readonly { id: PaymentId; version: number }[],
): Promise<PaymentSnapshot[]> {
  const values = [seen.map(({ id }) => id), seen.map(({ version }) => version)];
  return (await on.rows(selectNewer, values)).map(toSnapshot);
}

const selectPayments = readByIds<PaymentRow>(
  "payments-by-id",
  (isWanted) => `SELECT ${paymentColumns} FROM payment p WHERE p.id ${isWanted}`,
);

/** Lists payments by id, in no order. Unscoped: callers check each payment's scope before they show it. */
export async function listPaymentsById(on: Queryable, ids: readonly PaymentId[]): Promise<Payment[]> {
  return (await selectPayments(on, ids)).map(toPayment);
}

const selectLocked = readByIds<PaymentRow>(
  "payments-lock",
  (isWanted) => `SELECT ${paymentColumns} FROM payment p WHERE p.id ${isWanted} ORDER BY p.id FOR UPDATE`,
);

/** Reads payments and locks their rows until the end of the transaction, in the order of ids. Unscoped. */
export async function lockPayments(tx: Queryable, ids: readonly PaymentId[]): Promise<Map<PaymentId, Payment>> {
  return new Map((await selectLocked(tx, ids)).map((row) => [row.id, toPayment(row)]));
}

/** Reads a payment and locks its row until the end of the transaction. Unscoped. */
export async function lockPayment(tx: Queryable, id: PaymentId): Promise<Payment | null> {
  return (await lockPayments(tx, [id])).get(id) ?? null;
}

const lockInScope = statement<PaymentRow>({
  name: "payment-lock-in-scope",
  text: `SELECT ${paymentColumns} FROM payment p WHERE p.id = $1 AND ${paymentInScope("p", 2)} FOR UPDATE`,
});

/** Reads and locks a payment of a scope, for use cases that check it before they apply an event. */
export async function lockPaymentInScope(tx: Queryable, scope: Scope, id: PaymentId): Promise<Payment | null> {
  const [row] = await tx.rows(lockInScope, [id, ...scopeValues(scope)]);
  return row === undefined ? null : toPayment(row);
}

const selectOverdue = statement<{ id: PaymentId }>({
  name: "payment-overdue",
  text: `SELECT id FROM payment WHERE status = 'requires_action' AND expires_at <= $1 AND NOT has_deposit_address
    ORDER BY expires_at LIMIT $2`,
});

/** Lists the ids of open payments past their expiry, the longest overdue first, without those that have a deposit address. */
export async function listOverdueIds(on: Queryable, now: Date, limit: number): Promise<PaymentId[]> {
  return (await on.rows(selectOverdue, [now, limit])).map(({ id }) => id);
}

const selectDeposit = statement({
  name: "payment-has-deposit",
  text: "SELECT FROM deposit_address WHERE payment_id = $1 AND (seen > 0 OR received > 0) LIMIT 1",
});

/** True when money was seen at a deposit address of the payment. */
export async function hasDeposit(on: Queryable, id: PaymentId): Promise<boolean> {
  return (await on.rows(selectDeposit, [id])).length > 0;
}
