import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockPayoutOfPartner } from "#lib/domain/payments/payouts/repository.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { type CreatedRefund, createRefund, prepareRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { cancelRequested, findOwnRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/**
 * Cancels a requested refund and requests the same amount again, in one transaction. The database stores only
 * the hash of a link, so this is the way to a link that was lost. The old one stops working.
 * @throws TillError `not_found`; `invalid_state` for a refund that is processing or has ended; the errors of
 * {@link createRefund}, and then the old link still works.
 */
export async function replaceRefundLink(scope: PartnerScope, id: string, rates: RateSource): Promise<CreatedRefund> {
  const found = await findOwnRefund(scope, id);
  const { paymentId, asset, amount, mode } = found;
  if (mode !== "request") throw new TillError("invalid_state", { message: "A refund that was marked has no link." });
  const same = { unit: `caip19/${asset}`, value: amount.toString() };
  const [payment] = await listPaymentsById(database, [paymentId]);
  const refundAddress = payment?.buyer === null ? found.recipient : undefined;
  const prepared = await prepareRefund(scope, { paymentId, mode, amount: same, refundAddress }, rates);
  return inTransaction(async (tx) => {
    // The payout's row before the payment's, in the order in which createRefund and recordPayout lock them.
    await lockPayoutOfPartner(tx, paymentId, scope.partnerId);
    const cancelled = await cancelRequested(tx, found);
    // Of two concurrent calls, only one may request the amount again.
    if (cancelled === null) {
      throw new TillError("invalid_state", { message: "The refund was cancelled. Request a new one." });
    }
    return createRefund(tx, scope, prepared);
  });
}
