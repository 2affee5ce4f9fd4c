import { chainIdOf } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { recordPaymentChange } from "#lib/domain/partners/audit/record-payment-change.ts";
import { announcePendingPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { findPayoutCost, withMargin } from "#lib/domain/payments/payouts/payout-gas.ts";
import { findPayoutLocked, type Payout, setGasAccepted } from "#lib/domain/payments/payouts/repository.ts";

/**
 * A payout that waits for cheaper gas, and what its gas may cost now at most, in millionths of a US dollar;
 * null while unknown.
 */
export type WaitingPayout = { payout: Payout; cost: bigint | null };

/**
 * Returns a payout that waits for cheaper gas, and the price to accept.
 * @param scope null for the operator.
 * @throws TillError `payment_not_found`; `invalid_state` for a payout that waits for nothing, or for something else.
 */
export async function getWaitingPayout(scope: PartnerScope | null, paymentId: string): Promise<WaitingPayout> {
  const payout = await inTransaction((tx) => lockWaiting(tx, scope, paymentId));
  const costs = await findPayoutCost(chainIdOf(payout.asset));
  return { payout, cost: costs === null ? null : withMargin(costs.cost) };
}

/**
 * Has a payout sent that isn't worth its gas, as long as the gas costs no more than a person has been shown,
 * or than now if that is less. It still counts in the partner's gas budget, and waits while that has no room.
 * @param shown millionths of a US dollar.
 * @throws TillError as {@link getWaitingPayout}.
 */
export async function acceptPayoutGas(scope: PartnerScope | null, paymentId: string, shown: bigint): Promise<void> {
  const { cost: current } = await getWaitingPayout(scope, paymentId);
  const cost = current !== null && current < shown ? current : shown;
  await inTransaction(async (tx) => {
    const { paymentId: id, partnerId } = await lockWaiting(tx, scope, paymentId);
    await setGasAccepted(tx, id, cost);
    await recordPaymentChange(tx, { id, partnerId, verb: "payout_fee_accepted", after: { micros: `${cost}` } });
    announcePendingPayout(tx);
  });
}

async function lockWaiting(tx: Tx, scope: PartnerScope | null, id: string): Promise<Payout> {
  const payout = isId("pay", id) ? await findPayoutLocked(tx, id satisfies PaymentId) : null;
  const isInScope =
    scope === null ||
    (scope.partnerId === payout?.partnerId && (scope.merchantId === null || scope.merchantId === payout.merchantId));
  if (payout === null || !isInScope) throw new TillError("payment_not_found");
  if (payout.state === "pending" && payout.waitsFor === "gas_price") return payout;
  throw new TillError("invalid_state", { message: "The payout doesn't wait for a lower network fee." });
}
