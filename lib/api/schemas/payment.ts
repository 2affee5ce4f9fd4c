import { z } from "zod";
import { amount, requestedAmount } from "#lib/api/schemas/amount.ts";
import { httpsUrl } from "#lib/core/text.ts";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import { referenceText } from "#lib/domain/payments/reference.ts";

export const paymentStatus = z.enum(paymentStatuses);
const failureCode = z.enum(["declined_user"]);
const pollInMs = z.int().min(0).nullable();

/** Present when a payment has succeeded, null otherwise. */
export const resultInfo = z.object({ optionAmount: amount, txId: z.string() });

const referenceId = referenceText.min(1);

/** The body of payment creation as of 2026-02-18. */
export const createPaymentBody = z.strictObject({
  referenceId,
  amount: requestedAmount,
  expiresAt: z.int().optional(),
});

/** The body of payment creation as of 2026-02-19.preview. */
export const createPaymentBodyPreview = createPaymentBody.extend({
  checkout: z.strictObject({ successUrl: httpsUrl, errorUrl: httpsUrl }).optional(),
});

export const createdPayment = z.object({
  paymentId: z.string(),
  status: paymentStatus,
  isFinal: z.boolean(),
  pollInMs,
  expiresAt: z.int(),
  gatewayUrl: z.url(),
  referenceId: z.string(),
});

export const paymentStatusAnswer = z.object({
  status: paymentStatus,
  isFinal: z.boolean(),
  pollInMs,
  failureCode: failureCode.nullable().optional(),
  info: resultInfo.nullable(),
});

export const paymentDetails = z.object({
  referenceId: z.string(),
  status: paymentStatus,
  failureCode: failureCode.nullable().optional(),
  info: resultInfo.nullable(),
  settlement: z
    .object({ successful: z.object({ amount: z.object({ unit: z.string() }), txId: z.string() }) })
    .nullable(),
});

/** Nothing, or an empty object. */
export const cancelBody = z.strictObject({}).optional();

export const cancelledPayment = z.object({
  paymentId: z.string(),
  status: z.literal("cancelled"),
  cancelledAt: z.iso.datetime({ precision: 3 }),
  cancelledReason: z.enum(["cancelled_by_merchant", "cancelled_by_user"]),
});

/** int64 milliseconds as text; larger than any wait that we grant is as good as the longest. */
export const maxPollMs = z
  .string()
  .regex(/^\d{1,19}$/, "must be a whole number of milliseconds, 0 or more")
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .default(0);

export const paymentPath = z.object({ id: z.string() });

export type WireStatus = z.output<typeof paymentStatusAnswer>;
