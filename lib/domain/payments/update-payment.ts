import type { PaymentId } from "#lib/core/ids.ts";
import { boolean, columnsOf, integer, plain, relationOf } from "#lib/db/fields.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import {
  changeFields,
  type Payment,
  type PaymentChange,
  type PaymentStatus,
  snapshotFields,
} from "#lib/domain/payments/payment.ts";

/** The fields of an update, a row for each payment. */
const updates = relationOf(
  {
    id: snapshotFields.id,
    version: snapshotFields.version,
    status: snapshotFields.storedStatus,
    versions: plain("versions", integer()),
    isRefunded: plain("is_refunded", boolean()),
    ...changeFields,
  },
  "n",
  2,
);
/** Null once a payment has succeeded. */
const ofFailures = ["failure_code", "cancelled_reason"];
const assignments = Object.keys(columnsOf(changeFields)).map((name) => {
  const value = `coalesce(n.${name}, p.${name})`;
  return `${name} = ${ofFailures.includes(name) ? `CASE WHEN n.status <> 'succeeded' THEN ${value} END` : value}`;
});

const updateFrom = (relation: string) => `UPDATE payment p SET status = n.status, version = p.version + n.versions,
      updated_at = $1, ${assignments.join(", ")},
      cancelled_at = CASE WHEN n.status = 'cancelled' THEN coalesce(p.cancelled_at, $1) WHEN n.status <> 'succeeded' THEN p.cancelled_at END,
      succeeded_at = CASE WHEN n.status = 'succeeded' THEN coalesce(p.succeeded_at, $1) ELSE p.succeeded_at END,
      settled_at = CASE WHEN n.settlement_tx_hash IS NULL THEN p.settled_at ELSE $1 END,
      refunded_at = CASE WHEN n.is_refunded THEN $1 ELSE p.refunded_at END
    FROM ${relation} WHERE p.id = n.id AND p.version = n.version RETURNING p.id`;

const updateMany = statement({ name: "payments-update", text: updateFrom(updates.many) });
// With an array of one id, Postgres plans the statement anew each time, which takes longer than the update.
const updateOne = statement({ name: "payment-update", text: updateFrom(updates.one) });

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
export async function updatePayments(tx: Queryable, changes: readonly PaymentUpdate[], now: Date): Promise<void> {
  const values = changes.map(({ payment: { id, version }, status, versions, change }) => {
    return { id, version, status, versions, ...change };
  });
  const [only] = values;
  const rows =
    only !== undefined && values.length === 1
      ? await tx.rows(updateOne, [now, ...updates.valuesOfOne(only)])
      : await tx.rows(updateMany, [now, ...updates.valuesOfMany(values)]);
  if (rows.length < changes.length) {
    const versions = changes.map(({ payment: { id, version } }) => `${id} at version ${version}`);
    throw new Error(`of these payments, one was changed by another writer: ${versions.join(", ")}`);
  }
}

const setRecovery = statement({
  name: "payment-allow-recovery",
  text: "SELECT set_config('till.recovery', 'on', true)",
});

/** Lets this transaction turn a payment that had ended into a success: the chain shows that it was paid, or a member accepts that. */
export async function allowRecovery(tx: Queryable): Promise<void> {
  await tx.rows(setRecovery, []);
}

const insertEvents = statement({
  name: "payment-events-insert",
  text: `INSERT INTO payment_event (payment_id, version, type, data, created_at)
    SELECT e.payment_id, e.version, e.type, e.data::jsonb, $5
    FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS e (payment_id, version, type, data)`,
});

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
