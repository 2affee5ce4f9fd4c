import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { insertPayout } from "#lib/domain/payments/payouts/repository.ts";

/** The amount that a succeeded payment owes its merchant, in smallest units of `asset`, held by `treasury`. */
export type Debt = { asset: Caip19; treasury: Address; amount: AtomicAmount; fee: AtomicAmount };

/**
 * Records the payout of a payment that has just succeeded, to the merchant's current settlement destination; a worker
 * sends it (sendPendingPayouts). Without a destination for the asset the payout is held: the money stays in the treasury
 * until payOutNow is called.
 */
export async function openPayout(tx: Tx, payment: Payment, debt: Debt, now: Date): Promise<void> {
  const { id: paymentId, partnerId, merchantId } = payment;
  const destination = await findDestination(tx, merchantId, debt.asset);
  await insertPayout(tx, { paymentId, partnerId, merchantId, destination, ...debt, now });
  if (destination !== null) announcePendingPayout(tx);
}

/** Wakes the workers once the transaction that leaves a payout pending has committed. */
export function announcePendingPayout(tx: Tx): void {
  tx.afterCommit(() => signals().announce("till_payout", "pending"));
}
