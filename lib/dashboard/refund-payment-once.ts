import { formRequest } from "#lib/dashboard/form-request.ts";
import { toAtomic } from "#lib/dashboard/to-atomic.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import {
  type CreatedRefund,
  createRefund,
  prepareRefund,
  type RefundRequest,
} from "#lib/domain/payments/refund-requests/create-refund.ts";
import { findOwnRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";

/** A refund as submitted by the form; `amount.value` is in major units. Without an amount, all that is left. */
type RequestedRefund = Pick<RefundRequest, "paymentId" | "mode" | "amount" | "refundAddress">;

/**
 * Refunds a payment once per key. Only the refund's id is remembered, so that the database has no link: for a
 * repeated key the refund has none, and a lost link is replaced (replaceRefundLink).
 * @throws TillError `idempotency_conflict` for a key used with another order; as prepareRefund and createRefund.
 */
export async function refundPaymentOnce(
  scope: PartnerScope,
  key: string,
  request: RequestedRefund,
): Promise<CreatedRefund> {
  const { paymentId, mode, amount, refundAddress } = request;
  const once = formRequest(scope, "refundPayment", key, { paymentId, mode, amount, refundAddress });
  const prepare = async () => {
    const inUnits = amount && { unit: amount.unit, value: toAtomic(amount) };
    return prepareRefund(scope, { paymentId, mode, amount: inUnits, refundAddress }, rateSource());
  };
  let link = null as string | null;
  const { body, isReplay } = await answerOnce(once, prepare, async (tx, prepared) => {
    const { refund, url } = await createRefund(tx, scope, prepared);
    link = url;
    return { status: 201, body: refund.id };
  });
  return { refund: await findOwnRefund(scope, body), url: isReplay ? null : link };
}
