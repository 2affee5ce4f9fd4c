import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { holdPayment } from "#lib/domain/payments/hold-payment.ts";

/**
 * Marks a succeeded payment as refunded in full. Moves no money; the status stays succeeded (WIRE, Payments). Of two
 * concurrent calls, the second waits for the first and is refused.
 * @throws TillError `payment_not_found`; `forbidden` for a payment of a merchant other than the scope's;
 * `payment_not_succeeded`; `already_refunded`.
 */
export async function markRefunded(tx: Tx, scope: PartnerScope, paymentId: string): Promise<PaymentId> {
  const payment = await holdPayment(tx, scope, paymentId);
  if (payment.storedStatus !== "succeeded") throw new TillError("payment_not_succeeded");
  if (payment.refundedAt !== null) throw new TillError("already_refunded");
  await applyPaymentEvent(tx, payment.id, { type: "refunded" }, clock.now());
  return payment.id;
}
