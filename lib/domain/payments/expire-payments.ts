import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { listOverdueIds } from "#lib/domain/payments/repository.ts";

const batchSize = 500;

/**
 * Records the expiry of overdue payments, at most 500 per call. It needn't be prompt: an overdue payment already reads as
 * expired (statusAt).
 * @returns the number of overdue payments found; 500 means there may be more.
 */
export async function expirePayments(): Promise<number> {
  const ids = await listOverdueIds(database, clock.now(), batchSize);
  for (const id of ids) {
    await inTransaction((tx) => applyPaymentEvent(tx, id, { type: "expired" }, clock.now())).catch((error) => {
      // Another transaction moved the payment to a final status first.
      if (!isTillError(error)) throw error;
    });
  }
  return ids.length;
}
