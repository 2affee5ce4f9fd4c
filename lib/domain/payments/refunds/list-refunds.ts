import type { PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { listRefunds } from "#lib/domain/payments/refunds/repository.ts";

type Found = { id: PaymentId; storedStatus: PaymentStatus };

const readRefundsOf = processSingleton("read-refunds", () =>
  batchedRead(async (ids: readonly PaymentId[]) => {
    const byPayment = Map.groupBy(await listRefunds(database, ids), ({ paymentId }) => paymentId);
    return Array.from(byPayment, ([id, refunds]) => ({ id, refunds }));
  }),
);

/**
 * Lists a payment's refunds, oldest first. Asks the database for succeeded payments only, for concurrent calls in one
 * statement.
 */
export async function listRefundsOf({ id, storedStatus }: Found): Promise<Refund[]> {
  return storedStatus === "succeeded" ? ((await readRefundsOf()(id))?.refunds ?? []) : [];
}

/** Reads the refunds of payments in one statement, by payment. The caller has found the payments in its scope. */
export async function readRefunds(payments: readonly Found[]): Promise<Map<PaymentId, Refund[]>> {
  const ids = payments.flatMap(({ id, storedStatus }) => (storedStatus === "succeeded" ? [id] : []));
  if (ids.length === 0) return new Map();
  return Map.groupBy(await listRefunds(database, ids), ({ paymentId }) => paymentId);
}
