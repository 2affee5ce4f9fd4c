import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import { listOverdueRefunds, lockRefund, setRefundState } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";

const batchSize = 500;

/**
 * Records the expiry of requested refunds, at most 500 per call, so that their amounts can be refunded another way. One that is
 * processing never expires: it ends by what the chain proves.
 * @returns the number of overdue refunds found; 500 means there may be more.
 */
export async function expireRefunds(): Promise<number> {
  const overdue = await listOverdueRefunds(database, clock.now(), batchSize);
  for (const refund of overdue) await expireRefund(refund);
  return overdue.length;
}

function expireRefund({ id, paymentId }: Refund): Promise<void> {
  return inTransaction(async (tx) => {
    await lockPayment(tx, paymentId);
    const refund = await lockRefund(tx, id);
    const now = clock.now();
    // Another transaction signed or ended it first.
    if (refund?.storedState !== "requested" || refundStateAt(refund, now) !== "expired") return;
    await setRefundState(tx, id, { state: "expired" }, now);
    await applyPaymentEvent(tx, paymentId, { type: "refund_expired", refundId: id }, now);
  });
}
