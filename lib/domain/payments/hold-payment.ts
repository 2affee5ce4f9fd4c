import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { lockPaymentInScope } from "#lib/domain/payments/repository.ts";

/**
 * Returns one payment and locks its row until the end of the transaction, so that its status can be checked before an
 * event is applied. For operations with an optional Merchant-Id (WIRE, Headers): looks up the payment by partner and
 * checks the merchant afterwards.
 * @throws TillError `payment_not_found` when the partner has no payment of that id; `forbidden` when it belongs to another
 * merchant than the scope's.
 */
export async function holdPayment(tx: Tx, scope: Scope, id: string): Promise<Payment> {
  const payment = isId("pay", id) ? await lockPaymentInScope(tx, { ...scope, merchantId: null }, id) : null;
  if (payment === null) throw new TillError("payment_not_found");
  if (scope.merchantId !== null && scope.merchantId !== payment.merchantId) throw new TillError("forbidden");
  return payment;
}
