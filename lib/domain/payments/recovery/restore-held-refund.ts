import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findPayoutLocked } from "#lib/domain/payments/payouts/repository.ts";
import { draftRefund } from "#lib/domain/payments/refunds/refund.ts";
import { leftToRefund } from "#lib/domain/payments/refunds/refundable.ts";
import { insertRefund, listRefunds } from "#lib/domain/payments/refunds/repository.ts";
import { returnHeldMoney } from "#lib/domain/payments/refunds/return-held-money.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { recordAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";

/**
 * Makes a refund from the treasury again that a restored database has lost, after the chain has shown that its buyer was paid. Its
 * payout becomes pending, and the relay finds the transfer when it is about to send it; so the merchant can't be paid as well.
 * @returns false, having changed nothing, when the payout isn't held any longer, or other refunds leave less than it.
 */
export function restoreHeldRefund(paymentId: PaymentId): Promise<boolean> {
  return actAs({ kind: "operator", id: null, name: "recovery" }, () =>
    inTransaction(async (tx) => {
      const payout = await findPayoutLocked(tx, paymentId);
      const payment = await lockPayment(tx, paymentId);
      if (payout?.state !== "held" || payment?.buyer == null || payment.result === null) return false;
      const left = leftToRefund(payment.result.amount, await listRefunds(tx, [paymentId]));
      if (payment.refundedAt !== null || payout.amount > left) return false;
      const { buyer } = payment;
      const { asset, amount } = payout;
      const now = clock.now();
      const terms = {
        mode: "request",
        isFromTreasury: true,
        storedState: "processing",
        asset,
        amount,
        recipient: buyer.account,
        expiresAt: null,
      } as const;
      const refund = draftRefund(payment, terms, now);
      await insertRefund(tx, refund, { createdBy: "operator:recovery", tokenHash: null });
      await returnHeldMoney(tx, refund, now);
      const facts = { paymentId, refundId: refund.id, from: "held" };
      const message = "the chain shows that a refund was paid from the treasury, which the database did not know";
      await recordAlarm(tx, "refund_recovered", refund.id, facts, message);
      return true;
    }),
  );
}
