import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { chainIdOf, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { simulatedHash } from "#lib/domain/payments/collection/collect-simulated.ts";
import { findOwnRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { recordConfirmedRefund, recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import { lockRefund, setRefundState } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { requireSimulated, requireTestAccount } from "#lib/domain/payments/test-mode/advance-payment.ts";

/**
 * Moves a requested refund of a test payment to its end, as the merchant's wallet, the chain or time would. A refund that a wallet has
 * signed succeeds by itself.
 * @throws TillError `forbidden` for a live account; `not_found`; `invalid_state` for a refund that isn't requested, or that the
 * merchant's wallet pays on a testnet.
 */
export async function advanceRefund(
  tx: Tx,
  scope: PartnerScope,
  id: string,
  to: "succeeded" | "failed" | "expired",
): Promise<Refund> {
  requireTestAccount(scope);
  const { id: refundId, paymentId } = await findOwnRefund(scope, id);
  await lockPayment(tx, paymentId);
  const refund = await lockRefund(tx, refundId);
  const now = clock.now();
  const state = refund && refundStateAt(refund, now);
  if (refund === null || state !== "requested") {
    throw new TillError("invalid_state", { message: `The refund's status is ${state}, so it can't be moved.` });
  }
  requireSimulated(chainIdOf(refund.asset));
  if (to === "expired") {
    await setRefundState(tx, refundId, { state: "expired" }, now);
    await applyPaymentEvent(tx, paymentId, { type: "refund_expired", refundId }, now);
  } else {
    const account = toCaip10(simulatedChain.buyer);
    await recordConfirmedRefund(tx, refund, { attemptId: newId("att", now), account }, now);
    if (to === "succeeded") await recordRefundSuccess(tx, { paymentId, refundId }, simulatedHash(refundId), now);
    else {
      const reason = "the test refund was made to fail";
      await setRefundState(tx, refundId, { state: "failed", failure: reason }, now);
      await applyPaymentEvent(tx, paymentId, { type: "refund_failed", refundId, reason, isFinal: true }, now);
    }
  }
  const moved = await lockRefund(tx, refundId);
  if (moved === null) throw new Error(`refund ${refundId} is gone`);
  return moved;
}
