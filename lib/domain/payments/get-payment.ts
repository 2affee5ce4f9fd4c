import { TillError } from "#lib/core/errors.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type Scope } from "#lib/db/scope.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

const readPayment = processSingleton("read-payment", () =>
  batchedRead((ids: readonly PaymentId[]) => listPaymentsById(database, ids)),
);

/** Returns one payment. @throws TillError `payment_not_found` when the scope has no payment of that id. */
export async function getPayment(scope: Scope, id: string): Promise<Payment> {
  const payment = isId("pay", id) ? await readPayment()(id) : null;
  if (payment === null || !isInScope(scope, payment)) throw new TillError("payment_not_found");
  return payment;
}
