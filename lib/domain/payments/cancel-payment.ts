import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent, timeAfter, wrongState } from "#lib/domain/payments/apply-payment-event.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";
import { type Cancellation, type CancelledReason, type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import { hasDeposit } from "#lib/domain/payments/repository.ts";

export type CancelledPayment = Cancellation & { paymentId: PaymentId; partnerId: PartnerId };

/**
 * Cancels an open payment. Safe to repeat: a cancelled payment returns its recorded cancellation. When a confirm arrives
 * at the same time, the first to lock the payment's row wins and the other is refused.
 * @throws TillError `payment_not_found`; `forbidden` for a payment of another merchant than the scope's;
 * `invalid_state` for a payment that is processing, expired or final in another status, and for one that a transfer is paying.
 */
export async function cancelPayment(scope: Scope, id: string, reason: CancelledReason): Promise<CancelledPayment> {
  return inTransaction(async (tx) => {
    const payment = await holdPayment(tx, scope, id);
    const { id: paymentId, partnerId } = payment;
    if (payment.cancellation !== null) return { paymentId, partnerId, ...payment.cancellation };
    const now = clock.now();
    const status = statusAt(payment, now);
    if (status !== "requires_action") throw wrongState(status);
    await requireNoDeposit(tx, payment, reason);
    const at = timeAfter([payment], now);
    await applyPaymentEvent(tx, paymentId, { type: "cancelled", reason }, at);
    return { paymentId, partnerId, at, reason };
  });
}

/**
 * A buyer who was shown an address may have sent money already, and can't take that back. The merchant can't cancel once money was
 * seen there.
 */
async function requireNoDeposit(
  tx: Tx,
  { id, hasDepositAddress }: Pick<Payment, "id" | "hasDepositAddress">,
  reason: CancelledReason,
): Promise<void> {
  if (!hasDepositAddress) return;
  if (reason === "cancelled_by_user") {
    const message = "An address for a transfer was shown for this payment, so its buyer can no longer cancel it.";
    throw new TillError("invalid_state", { message });
  }
  if (await hasDeposit(tx, id)) {
    const message = "Money has arrived at an address of this payment, so it can no longer be cancelled.";
    throw new TillError("invalid_state", { message });
  }
}
