import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent, timeAfter, wrongState } from "#lib/domain/payments/apply-payment-event.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";
import { type Cancellation, type CancelledReason, statusAt } from "#lib/domain/payments/payment.ts";

export type CancelledPayment = Cancellation & { paymentId: PaymentId };

/**
 * Cancels an open payment. Safe to repeat: a cancelled payment returns its recorded cancellation. When a confirm arrives
 * at the same time, the first to lock the payment's row wins and the other is refused.
 * @throws TillError `payment_not_found`; `forbidden` for a payment of another merchant than the scope's;
 * `invalid_state` for a payment that is processing, expired or final in another status.
 */
export async function cancelPayment(scope: Scope, id: string, reason: CancelledReason): Promise<CancelledPayment> {
  return inTransaction(async (tx) => {
    const payment = await holdPayment(tx, scope, id);
    if (payment.cancellation !== null) return { paymentId: payment.id, ...payment.cancellation };
    const now = clock.now();
    const status = statusAt(payment, now);
    if (status !== "requires_action") throw wrongState(status);
    const at = timeAfter([payment], now);
    await applyPaymentEvent(tx, payment.id, { type: "cancelled", reason }, at);
    return { paymentId: payment.id, at, reason };
  });
}
