import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findPayoutLocked, listReplaced } from "#lib/domain/payments/payouts/repository.ts";
import { withdrawPayout } from "#lib/domain/payments/payouts/withdraw-payout.ts";

const reason = "The settlement destination was changed or removed while the payout waited.";

/**
 * Ends a chain's payouts that waited while the merchant's destination became another one, or none: a person decides where their money
 * goes. A refund's goes to the buyer all the same. Call it before their marks are taken, which tell that they waited.
 * @throws Error when one can't be ended; send none then.
 */
export async function endReplacedPayouts(chainId: number): Promise<void> {
  for (const paymentId of await listReplaced(database, chainId)) {
    await inTransaction(async (tx) => {
      const payout = await findPayoutLocked(tx, paymentId);
      if (payout?.state === "pending") {
        await withdrawPayout(tx, payout, { unsentId: null, reason, now: clock.now() });
      }
    });
  }
}
