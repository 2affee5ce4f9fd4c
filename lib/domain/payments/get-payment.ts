import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { findPayment } from "#lib/domain/payments/repository.ts";

/** One payment. @throws TillError `payment_not_found` when the scope holds none of that id. */
export async function getPayment(scope: Scope, id: string): Promise<Payment> {
  const payment = isId("pay", id) ? await findPayment(database, scope, id) : null;
  if (payment === null) throw new TillError("payment_not_found");
  return payment;
}
