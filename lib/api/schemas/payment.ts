import { z } from "zod";
import { amount, unitAmount } from "#lib/api/schemas/amount.ts";
import { live } from "#lib/api/schemas/live.ts";
import { paymentRefund } from "#lib/api/schemas/payment-refund.ts";
import { itemWords, paymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { type PaymentLabels, type PaymentOrder, paymentStatuses } from "#lib/domain/payments/payment.ts";

const paymentStatusValue = z.enum(paymentStatuses).meta({ id: "PaymentStatus" });
export const paymentStatus = paymentStatusValue.meta({ description: "The payment's status." });
export const paymentId = z.string().meta({ description: "The payment's id." });
export const txId = z.string().meta({ description: "The transaction hash." });

const failureCode = z.enum(["declined_user"]).nullable().optional().meta({
  description: "Why the payment failed, if there is a reason to report. Present only when status is failed.",
});
const isFinal = z.boolean().meta({ description: "True when the status is final and polling can stop." });
const pollInMs = z.int().min(0).nullable().meta({
  description: "Milliseconds to wait before polling again; null when the status is final.",
});

const collectionResult = z
  .object({ optionAmount: amount.meta({ description: "The amount the buyer paid." }), txId })
  .meta({ id: "ResultInfo" });
/** Set once a payment has succeeded, null until then. */
export const resultInfo = collectionResult.nullable().meta({
  description: "The transaction that paid; null until the payment succeeds.",
});

/** The body of payment creation as of 2026-02-19.preview. */
export const createPaymentBodyPreview = paymentRequest;

/** The body of payment creation as of 2026-02-18. */
export const createPaymentBody = paymentRequest.extend({
  checkout: z.null("can't be set in this version; send Service-Version: 2026-02-19.preview").optional().meta({
    description: "Accepted as null only, which means the same as leaving it out. 2026-02-19.preview has a checkout.",
  }),
});

export const depositUntil = z.int().optional().meta({
  description:
    "For a payment that takes transfers: when the last one may arrive, in Unix seconds. Once an address was shown, the payment can succeed until then, although nothing new can be started after expiresAt. Absent for other payments.",
});

export const createdPayment = z.object({
  paymentId,
  live,
  status: paymentStatus,
  isFinal,
  pollInMs,
  expiresAt: z.int().meta({ description: "When the payment expires, in Unix seconds." }),
  depositUntil,
  gatewayUrl: z.url().meta({
    description: "The payment link. Open it in a browser or wallet, or show it as a QR code.",
  }),
  referenceId: z.string().meta({ description: "Your reference for the payment." }),
});

/** A payment's deposit address with the amounts there, as buyers and partners see it. */
export const deposit = z
  .object({
    address: z.string().meta({ description: "The address to send to. It belongs to this payment alone." }),
    uri: z
      .string()
      .meta({ description: "The transfer of what is missing as an EIP-681 URI, for a QR code that wallets read." }),
    amount: amount.meta({ description: "What has to arrive there. Exchanges subtract their fee from what is sent." }),
    received: amount.meta({ description: "What has arrived in final blocks." }),
    pending: amount.meta({ description: "What has arrived in newer blocks." }),
    missing: amount.meta({ description: "What is missing. Several transfers add up." }),
    payableUntil: z.int().meta({
      description:
        "When this amount stops paying the payment, in Unix seconds. A transfer counts by the time of its block.",
    }),
  })
  .meta({ id: "Deposit" });
export const shownDeposit = deposit.optional().meta({
  description: "The payment's deposit address and what has arrived there; present once one was given.",
});

export const paymentStatusAnswer = z
  .object({ live, status: paymentStatus, isFinal, pollInMs, failureCode, info: resultInfo, deposit: shownDeposit })
  .meta({ id: "PaymentStatusAnswer" });

/** The partner's labels of a payment, in every response that shows it. */
export const labels = {
  referenceId: z.string().meta({ description: "Your reference for the payment." }),
} satisfies Record<keyof PaymentLabels, z.ZodType>;

/** The order of a payment, as responses show it. */
export const order = {
  description: z.string().optional().meta({
    description: "The purchase in a sentence; absent unless it was set when the payment was created.",
  }),
  lineItems: z
    .array(
      z.object({
        name: z.string().meta(itemWords.name),
        quantity: z.int().meta(itemWords.quantity),
        total: z
          .string()
          .regex(/^-?\d+$/)
          .meta(itemWords.total),
      }),
    )
    .optional()
    .meta({ description: "What the buyer pays for; absent unless it was set when the payment was created." }),
} satisfies Record<keyof PaymentOrder, z.ZodType>;

export const paymentDetails = z.object({
  live,
  ...labels,
  ...order,
  status: paymentStatus,
  failureCode,
  depositUntil,
  deposit: shownDeposit,
  info: resultInfo,
  settlement: z
    .object({
      successful: z
        .object({ amount: unitAmount.meta({ description: "The asset that was delivered." }), txId })
        .meta({ description: "The transfer, once it is final." }),
    })
    .nullable()
    .meta({
      description:
        "The transfer to the merchant's wallet; null until it is final, or while the merchant's money is held because there is no settlement destination for the asset.",
    }),
  refund: paymentRefund.optional().meta({ description: "The payment's refunds; absent while there are none." }),
});

/** Nothing, or an empty object. */
export const cancelBody = z.strictObject({}).optional();

export const cancelledPayment = z.object({
  paymentId,
  live,
  status: z.literal("cancelled").meta({ description: "The payment's status." }),
  cancelledAt: z.iso.datetime({ precision: 3 }).meta({ description: "When the payment was cancelled." }),
  cancelledReason: z
    .enum(["cancelled_by_merchant", "cancelled_by_user"])
    .meta({ description: "Which side cancelled the payment." }),
});

/** Milliseconds as text. A value beyond the longest wait is clamped. */
export const maxPollMs = z
  .string()
  .regex(/^\d+$/, "must be a whole number of milliseconds, 0 or more")
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .default(0)
  .meta({
    description: "How long the response may wait for the status to change, in milliseconds. Capped at 25 seconds.",
    wireForm: { type: "integer", format: "int64", minimum: 0, default: 0 },
  });

export const paymentPath = z.object({ id: paymentId });

export type WireStatus = z.output<typeof paymentStatusAnswer>;
