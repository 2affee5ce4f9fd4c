import { z } from "zod";
import { paymentId } from "#lib/api/schemas/payment.ts";
import { refundId } from "#lib/api/schemas/payment-refund.ts";

export const advancePaymentBody = z.strictObject({
  to: z.enum(["processing", "succeeded", "failed", "expired"]).meta({
    description: "The status to reach. A payment that is open passes through processing on its way.",
  }),
  failureCode: z.enum(["declined_user"]).optional().meta({
    description: "With failed: why it fails. Left out, its transaction fails, which has no code.",
  }),
  payout: z.enum(["sent", "held", "failed"]).optional().meta({
    description:
      "With succeeded: what becomes of its payout. Left out, it is sent if the merchant has a settlement destination for the token, and held otherwise. A held or failed one is sent or fails by another call.",
  }),
});

export const advanceRefundBody = z.strictObject({
  to: z.enum(["succeeded", "failed", "expired"]).meta({ description: "The status to reach." }),
});

export const testPaymentPath = z.object({ id: paymentId });
export const testRefundPath = z.object({ id: refundId });
