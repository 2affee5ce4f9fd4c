import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { announcePending } from "#lib/domain/payments/payouts/announce-pending.ts";
import { insertPayout } from "#lib/domain/payments/payouts/repository.ts";

/** What a succeeded payment owes to its merchant, in smallest units of `asset`, held by `treasury`. */
export type Debt = { asset: Caip19; treasury: Address; amount: AtomicAmount; fee: AtomicAmount };

/**
 * Writes down what a payment that has just succeeded owes: with the destination that is in force now, to which a worker
 * sends it (settlePending). Without a destination for the asset it is held: the money stays in the treasury until somebody has it
 * settled (settleNow).
 */
export async function openPayout(tx: Tx, payment: Payment, debt: Debt, now: Date): Promise<void> {
  const { id: paymentId, partnerId, merchantId } = payment;
  const destination = await findDestination(tx, merchantId, debt.asset);
  await insertPayout(tx, { paymentId, partnerId, merchantId, destination, ...debt, now });
  if (destination !== null) announcePending(tx);
}
