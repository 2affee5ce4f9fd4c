import { parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { publicEventsOf } from "#lib/domain/events/payment-events.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { recordPaymentChange } from "#lib/domain/partners/audit/record-payment-change.ts";
import {
  isPastExpiry,
  type Payment,
  type PaymentChange,
  type PaymentStatus,
  statusAt,
} from "#lib/domain/payments/payment.ts";
import { changeOf } from "#lib/domain/payments/payment-change.ts";
import { reportTrace } from "#lib/domain/payments/report-trace.ts";
import { reportTransition } from "#lib/domain/payments/report-transition.ts";
import { lockPayments } from "#lib/domain/payments/repository.ts";
import { type PaymentEvent, transition } from "#lib/domain/payments/transition.ts";
import { appendEvents, updatePayments } from "#lib/domain/payments/update-payment.ts";

/**
 * Applies one event to one payment. The only writer of a payment's status. Locks the row, checks
 * the state machine, writes the new version, appends the event and records the public event of it, all in the caller's
 * transaction; wakes the waiters of the payment after the commit.
 * @param at the time of the event. Defaults to the moment the row is locked, because a payment may expire while another
 * transaction holds the row. The recorded time is that, or later than the payment's last event (see {@link timeAfter}).
 * @returns the payment before the event, read under the lock.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` when the event does not apply.
 */
export async function applyPaymentEvent(tx: Tx, id: PaymentId, event: PaymentEvent, at?: Date): Promise<Payment> {
  const [payment] = await applyPaymentEvents(tx, [{ id, events: [event] }], at);
  if (payment === undefined) throw new TillError("payment_not_found");
  return payment;
}

/** A payment, and the events that happen to it at one moment, in their order. */
export type EventsOfPayment = { id: PaymentId; events: readonly PaymentEvent[] };

/**
 * Applies events to different payments, as {@link applyPaymentEvent} does: all of them, or none. Each event has its version;
 * each payment's row is written once.
 */
export async function applyPaymentEvents(tx: Tx, changes: readonly EventsOfPayment[], at?: Date): Promise<Payment[]> {
  const locked = await lockPayments(
    tx,
    changes.map(({ id }) => id),
  );
  const now = at ?? clock.now();
  const updates = changes.map(({ id, events }) => {
    const payment = locked.get(id);
    if (payment === undefined) throw new TillError("payment_not_found");
    const change: PaymentChange = Object.assign({}, ...events.map(changeOf));
    return { payment, events, status: statusAfter(payment, events, now), change, versions: events.length };
  });
  const recordedAt = timeAfter(locked.values(), now);
  await Promise.all([
    updatePayments(tx, updates, recordedAt),
    appendEvents(
      tx,
      updates.flatMap(({ payment, events }) =>
        events.map(({ type, ...data }, index) => {
          return { paymentId: payment.id, version: payment.version + index + 1, type, data: stringify(data) };
        }),
      ),
      recordedAt,
    ),
    // A given time may be before the lock, and the ids of a payment's public events, which hold their times, are in order.
    recordEvents(
      tx,
      updates.flatMap(({ payment, events }) => publicEventsOf(payment, events)),
      at === undefined ? recordedAt : timeAfter(locked.values(), clock.now()),
    ),
  ]);
  for (const { payment, events } of updates) {
    const { id, partnerId } = payment;
    for (const { type: verb } of events) await recordPaymentChange(tx, { id, partnerId, verb });
    tx.afterCommit(() => signals().announce("till_payment", id));
  }
  tx.afterCommit(() => {
    for (const { payment, events, status, versions } of updates) {
      const { id: paymentId, partnerId, storedStatus: from, version } = payment;
      const move = { paymentId, partnerId, from, to: status, version: version + versions, ...placeOf(payment, events) };
      const transition = { ...move, events: events.map(({ type }) => type) };
      reportTransition(transition);
      void reportTrace(transition);
    }
  });
  return updates.map(({ payment }) => payment);
}

/**
 * Returns the time at which to record events of locked payments: `now`, or later than their last events if
 * another process, whose clock is ahead, has recorded those. Events and webhooks of a payment are ordered by
 * these times, and receivers compare them.
 */
export function timeAfter(payments: Iterable<Payment>, now: Date): Date {
  const last = Math.max(...Array.from(payments, ({ updatedAt }) => updatedAt.getTime()));
  return last > now.getTime() ? new Date(last + 1) : now;
}

/** The chain and the transaction of the events, as far as they are known. */
function placeOf({ buyer, result }: Payment, events: readonly PaymentEvent[]): { chainId?: number; txHash?: string } {
  const asset = result?.asset ?? null;
  let place: { chainId?: number; txHash?: string } = {};
  for (const event of events) {
    const account = "buyerAccount" in event ? event.buyerAccount : (buyer?.account ?? null);
    const chainId = parseCaip10(account ?? "")?.chainId ?? parseCaip19(asset ?? "")?.chainId;
    if (chainId !== undefined) place = { ...place, chainId };
    if ("txHash" in event) place = { ...place, txHash: event.txHash };
  }
  return place;
}

function statusAfter(payment: Payment, events: readonly PaymentEvent[], now: Date): PaymentStatus {
  let { storedStatus } = payment;
  const { expiresAt, hasDepositAddress } = payment;
  for (const { type } of events) {
    const next = transition({ storedStatus, expiresAt, hasDepositAddress }, type, now);
    if (next === "refused") throw refusal(payment, now);
    storedStatus = next;
  }
  return storedStatus;
}

/** Makes the error for a request that the payment's status doesn't allow. */
export function refusal(payment: Payment, now: Date): TillError {
  const status = statusAt(payment, now);
  const isExpired = status === "expired" || isPastExpiry(payment, now);
  return isExpired ? new TillError("payment_expired") : wrongState(status);
}

/** Makes the same error for operations that treat an expired payment like any other final one. */
export function wrongState(status: PaymentStatus): TillError {
  return new TillError("invalid_state", {
    message: `The payment's status is ${status}, which doesn't allow this operation.`,
  });
}

function stringify(data: object): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}
