import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { listOverdueIds } from "#lib/domain/payments/repository.ts";

const batchSize = 500;

/**
 * Records the expiry of open payments whose time has passed, at most 500 a call. Nobody depends on its being
 * prompt: an overdue payment reads as expired already (statusAt).
 * @returns how many were overdue; 500 means that there may be more.
 */
export async function expirePayments(): Promise<number> {
  const ids = await listOverdueIds(database, clock.now(), batchSize);
  for (const id of ids) {
    await inTransaction((tx) => applyPaymentEvent(tx, id, { type: "expired" }, clock.now())).catch((error) => {
      // Another worker was faster; the payment is final, which is all that is wanted.
      if (!isTillError(error)) throw error;
    });
  }
  return ids.length;
}
