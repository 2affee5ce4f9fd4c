import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** Has a pending payout sent at once. One job that waits for a payment is enough, however often it is asked for. */
export async function enqueueSettlement(tx: Queryable, paymentId: PaymentId): Promise<void> {
  await enqueue(tx, "settle_payment", { paymentId }, `settle:${paymentId}`);
}
