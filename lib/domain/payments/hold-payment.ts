import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { lockPaymentInScope } from "#lib/domain/payments/repository.ts";

/**
 * One payment, locked to the end of the transaction: what it says stays true until an event is applied to it. For
 * operations whose Merchant-Id is optional (WIRE, Headers): the partner finds the payment, a merchant must fit it.
 * @throws TillError `payment_not_found` when the partner has none of that id; `forbidden` when the scope names a
 * merchant and the payment is another one's.
 */
export async function holdPayment(tx: Tx, scope: Scope, id: string): Promise<Payment> {
  const payment = isId("pay", id) ? await lockPaymentInScope(tx, { ...scope, merchantId: null }, id) : null;
  if (payment === null) throw new TillError("payment_not_found");
  if (scope.merchantId !== null && scope.merchantId !== payment.merchantId) throw new TillError("forbidden");
  return payment;
}
