import { z } from "zod";
import { amount } from "#lib/api/schemas/amount.ts";
import { refundModes, refundStates } from "#lib/domain/payments/refunds/refund.ts";

export const refundId = z.string().meta({ description: "The refund's id." });
const refundStatusValue = z.enum(refundStates).meta({ id: "RefundStatus" });
export const refundStatus = refundStatusValue.meta({
  description:
    "The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury.",
});
export const refundMode = z.enum(refundModes).meta({
  description:
    "How the refund is paid: mark records one that you pay yourself, request returns a link to pay it from the merchant's wallet, or pays it from the treasury while that holds the payment's money.",
});
export const refundAmount = amount.meta({ description: "The amount, in the token that the buyer paid." });
export const refundExpiresAt = z.int().meta({ description: "When the link expires, in Unix seconds: after 7 days." });
export const refundFailure = z.string().nullable().meta({
  description: "Why the last transaction failed; null if none has.",
});

/** The refunds of a payment; absent while there are none. */
export const paymentRefund = z
  .object({
    status: z.enum(["none", "partial", "full"]).meta({ description: "How much of the payment was refunded so far." }),
    amount: amount.meta({ description: "What was refunded so far, in the token that the buyer paid." }),
    refunds: z
      .array(
        z.object({
          refundId,
          mode: refundMode,
          status: refundStatus,
          amount: refundAmount,
          createdAt: z.iso.datetime({ precision: 3 }).meta({ description: "When the refund was created." }),
          expiresAt: refundExpiresAt.optional(),
          txId: z.string().optional().meta({ description: "The transaction that paid the buyer." }),
          failure: refundFailure.optional(),
        }),
      )
      .meta({ description: "The payment's refunds, oldest first." }),
  })
  .meta({ id: "PaymentRefund" });

export type WirePaymentRefund = z.output<typeof paymentRefund>;
