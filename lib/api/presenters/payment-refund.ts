import { presentAmount } from "#lib/api/presenters/amount.ts";
import type { WirePaymentRefund } from "#lib/api/schemas/payment-refund.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";

/** An amount in a token's smallest units, with its display data. */
export function presentTokenAmount(asset: Caip19, value: bigint) {
  return presentAmount({ unit: { kind: "token", asset }, value });
}

/** When a refund's link expires, in Unix seconds; nothing for a mark. */
export function presentRefundExpiry({ expiresAt }: Pick<Refund, "expiresAt">): { expiresAt?: number } {
  return expiresAt === null ? {} : { expiresAt: toUnixSeconds(expiresAt) };
}

/** The amounts of a payment that were paid and refunded, and its refunds. */
export type RefundedPayment = {
  paid: { asset: Caip19; amount: bigint } | null;
  refunded: bigint;
  refundedAt: Date | null;
  refunds: readonly Refund[];
};

/** The refunds of a payment as a field of it; nothing for a payment without any. */
export function presentPaymentRefund({ paid, refunded, refundedAt, refunds }: RefundedPayment, now: Date) {
  if (paid === null || (refunds.length === 0 && refundedAt === null)) return {};
  return {
    refund: {
      status: refundedStatus(paid.amount, refunded, refundedAt),
      amount: presentTokenAmount(paid.asset, refunded),
      refunds: refunds.map((refund) => ({
        refundId: refund.id,
        mode: refund.mode,
        status: refundStateAt(refund, now),
        amount: presentTokenAmount(refund.asset, refund.amount),
        createdAt: refund.createdAt.toISOString(),
        ...presentRefundExpiry(refund),
        ...(refund.txHash === null ? {} : { txId: refund.txHash }),
        ...(refund.failure === null ? {} : { failure: refund.failure }),
      })),
    },
  };
}

/** The event of the last refund is one version before that which notes when all was refunded. */
function refundedStatus(paid: bigint, refunded: bigint, refundedAt: Date | null): WirePaymentRefund["status"] {
  if (refundedAt !== null || refunded >= paid) return "full";
  return refunded > 0n ? "partial" : "none";
}
