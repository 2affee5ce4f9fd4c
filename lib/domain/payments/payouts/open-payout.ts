import { isActiveWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { type Address, type Caip10, type Caip19, chainIdOf } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { insertPayouts } from "#lib/domain/payments/payouts/repository.ts";

/** The amount that a succeeded payment owes its merchant, in smallest units of `asset`, and who pays it. */
export type Debt = { asset: Caip19; treasury: Address; amount: AtomicAmount; fee: AtomicAmount };

/** A payment that has just succeeded, and the destination that its router has paid. */
export type Forwarded = { payment: Payment; debt: Debt; destination: Caip10 };

/** Records the payouts that routers have made already. */
export async function recordForwarded(tx: Tx, forwarded: readonly Forwarded[], now: Date): Promise<void> {
  const payouts = forwarded.map(({ payment: { id: paymentId, partnerId, merchantId }, debt, destination }) => {
    return { paymentId, partnerId, merchantId, destination, ...debt, state: "final" as const, now };
  });
  await insertPayouts(tx, payouts);
}

/**
 * Records the payout of a payment that has just succeeded, and whose money the treasury holds. If the
 * merchant has a settlement destination by now, and the treasury is a relayer wallet in use, a worker sends
 * it (sendPendingPayouts). Otherwise it stays held until payOutNow is called.
 * @returns true when it is held: the caller records the public event of it.
 */
export async function openPayout(tx: Tx, payment: Payment, debt: Debt, now: Date): Promise<boolean> {
  const { id: paymentId, partnerId, merchantId } = payment;
  const isPayable = await isActiveWallet(tx, chainIdOf(debt.asset), debt.treasury);
  const destination = isPayable ? await findDestination(tx, merchantId, debt.asset) : null;
  const state = destination === null ? "held" : "pending";
  await insertPayouts(tx, [{ paymentId, partnerId, merchantId, destination, ...debt, state, now }]);
  if (destination !== null) announcePendingPayout(tx);
  return destination === null;
}

/** Wakes the workers once the transaction that leaves a payout pending has committed. */
export function announcePendingPayout(tx: Tx): void {
  tx.afterCommit(() => signals().announce("till_payout", "pending"));
}
