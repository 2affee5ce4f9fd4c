import { z } from "zod";
import { confirmBody, paymentOptions } from "#lib/api/schemas/gateway.ts";
import { live } from "#lib/api/schemas/live.ts";
import { paymentId, txId } from "#lib/api/schemas/payment.ts";
import {
  refundAmount,
  refundExpiresAt,
  refundFailure,
  refundId,
  refundMode,
  refundStatus,
} from "#lib/api/schemas/payment-refund.ts";
import { requestedAmount } from "#lib/domain/payments/creation/payment-request.ts";

export const refundBody = z.strictObject({
  paymentId: paymentId.min(1).max(64),
  amount: requestedAmount.optional().meta({
    description:
      "The amount to refund, in the payment's own unit or the token that was paid. Converted pro rata, rounded down. Defaults to everything that is left or, for a request of held money, to everything that is held, which is then the only possible amount.",
  }),
  mode: refundMode.default("mark"),
  refundAddress: z.string().max(128).optional().meta({
    description:
      "The buyer's own account to refund, as CAIP-10, on the network of the token that was paid. Only for a payment that was paid by a transfer, whose sender may be an exchange. Defaults to the account that the buyer has named. A request needs either. The merchant's wallet sees the account before it signs.",
  }),
});

export const refund = z.object({
  paymentId,
  refundId,
  live,
  amount: refundAmount,
  status: refundStatus,
  url: z.url().optional().meta({
    description:
      "The page at which the merchant's wallet signs the refund; for a request. Shown only once. Absent when the treasury pays the refund.",
  }),
  expiresAt: refundExpiresAt.optional(),
});

export const refundPath = z.object({ id: refundId });
export const cancelledRefund = z.object({ refundId, paymentId, live, status: refundStatus });

export const refundRequestPath = z.object({
  token: z.string().meta({ description: "The last part of the refund's link." }),
});

export const refundRequestStatus = z.object({
  live,
  status: refundStatus,
  isFinal: z.boolean().meta({ description: "True when the status is final and polling can stop." }),
  pollInMs: z.int().min(0).nullable().meta({
    description: "Milliseconds to wait before polling again; null when the status is final.",
  }),
  txId: txId.nullable().meta({ description: "The transaction that paid the buyer; null until it is final." }),
  failure: refundFailure,
});

export const refundRequest = refundRequestStatus.extend({
  refundId,
  amount: refundAmount,
  expiresAt: refundExpiresAt,
  referenceId: z.string().meta({ description: "The merchant's reference for the payment." }),
  merchant: z
    .object({
      name: z.string().meta({ description: "The merchant's name." }),
      iconUrl: z.string().nullable().meta({ description: "The URL of the merchant's logo." }),
    })
    .meta({ description: "The merchant who pays the refund." }),
  recipientCaip10: z.string().meta({ description: "The buyer's account, which receives the refund, as CAIP-10." }),
  payersCaip10: z.array(z.string()).meta({
    description: "The merchant's accounts that may pay the refund, as CAIP-10.",
  }),
});

export const refundOptionsBody = z.strictObject({
  account: z.string().max(256).meta({ description: "The account that pays the refund, as CAIP-10." }),
});

export const refundOptions = z.object({
  options: z
    .array(
      paymentOptions.shape.options
        .unwrap()
        .element.omit({ collectData: true, exchangeRate: true })
        .meta({ id: "RefundOption" }),
    )
    .meta({
      description: "The option to sign. Its expiresAt is a few minutes from now: request a new one after that.",
    }),
});

export const refundConfirmBody = confirmBody.pick({ optionId: true, results: true });
export const refundFetchBody = confirmBody.pick({ optionId: true });

export type WireRefund = z.output<typeof refund>;
export type WireRefundRequest = z.output<typeof refundRequest>;
export type WireRefundStatus = z.output<typeof refundRequestStatus>;
export type WireRefundOptions = z.output<typeof refundOptions>;
