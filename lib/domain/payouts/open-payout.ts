import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { insertPayout } from "#lib/domain/payouts/repository.ts";
import { findDestination } from "#lib/domain/settlements/repository.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** What a succeeded payment owes to its merchant, in smallest units of `asset`, held by `treasury`. */
export type Debt = { asset: Caip19; treasury: Address; amount: AtomicAmount; fee: AtomicAmount };

/**
 * Opens the settlement of a payment that has just succeeded: fixes the destination that is in force now and enqueues
 * the job that sends it. Without a destination for the asset nothing is opened; the money stays in the treasury.
 */
export async function openPayout(tx: Tx, payment: Payment, debt: Debt, now: Date): Promise<void> {
  const destination = await findDestination(tx, payment.merchantId, debt.asset);
  if (destination === null || debt.amount <= 0n) return;
  await insertPayout(tx, { paymentId: payment.id, destination, ...debt, now });
  await enqueue(tx, "settle_payment", { paymentId: payment.id }, `settle:${payment.id}`);
}
