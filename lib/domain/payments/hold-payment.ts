import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { wrongMerchant } from "#lib/domain/merchants/get-merchant-scope.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { lockPaymentInScope } from "#lib/domain/payments/repository.ts";

/**
 * Returns one payment and locks its row until the end of the transaction, so that its status can be checked before an
 * event is applied. For operations with an optional Merchant-Id: looks up the payment by partner and
 * checks the merchant afterwards.
 * @param missing the error for a payment that the partner doesn't have: a refund names it in its body, other
 * operations in their path.
 * @throws TillError `missing` when the partner has no payment of that id; `forbidden` when it belongs to another
 * merchant than the scope's.
 */
export async function holdPayment(
  tx: Tx,
  scope: Scope,
  id: string,
  missing: "payment_not_found" | "not_found" = "payment_not_found",
): Promise<Payment> {
  const payment = isId("pay", id) ? await lockPaymentInScope(tx, { ...scope, merchantId: null }, id) : null;
  if (payment === null) throw new TillError(missing, { message: "Payment not found." });
  if (scope.merchantId !== null && scope.merchantId !== payment.merchantId) throw wrongMerchant();
  return payment;
}
