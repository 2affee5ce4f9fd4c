import { z } from "zod";
import { cancelRefundExamples, refundExamples } from "#lib/api/openapi/examples/refunds.ts";
import { defineOperation, withoutQuery } from "#lib/api/operation.ts";
import { cancelBody } from "#lib/api/schemas/payment.ts";
import { cancelledRefund, refund, refundBody, refundPath } from "#lib/api/schemas/refund.ts";

export const createRefundOperation = defineOperation({
  operationId: "createRefund",
  group: "Payments",
  place: 100,
  method: "POST",
  path: "/v1/refunds",
  summary: "Refund a payment",
  description:
    "Refunds a payment in full or in part. With mode mark, the default, it records a refund without moving money: send the money back yourself. With mode request, it returns a link at which the merchant's wallet pays the buyer; the service pays the gas. While the treasury holds the payment's money, because the merchant had no settlement destination, mode request sends all of it, net of fees, from the treasury to the buyer: the status is processing at once, and there is no link. The payment's status stays succeeded. A payment that was paid by a transfer is refunded to refundAddress. Once nothing is left to refund, another call returns 409.",
  audience: "partner-or-merchant",
  permission: "refunds:write",
  params: z.object({}),
  query: withoutQuery,
  body: refundBody,
  response: { status: 200, schema: refund },
  errors: [
    "invalid_params",
    "params_validation",
    "not_found",
    "payment_not_succeeded",
    "invalid_state",
    "already_refunded",
    "idempotency_conflict",
  ],
  examples: refundExamples,
  idempotency: "honoured",
  // The link is the permission to read the refund and to have it paid.
  hasSecretAnswer: true,
});

export const cancelRefundOperation = defineOperation({
  operationId: "cancelRefund",
  group: "Payments",
  place: 110,
  method: "POST",
  path: "/v1/refunds/{id}/cancel",
  summary: "Cancel a requested refund",
  description:
    "Ends the link of a refund that wasn't signed yet, so that its amount can be refunded another way. Repeating the call returns the same response.",
  audience: "partner-or-merchant",
  permission: "refunds:write",
  params: refundPath,
  query: withoutQuery,
  body: cancelBody,
  response: { status: 200, schema: cancelledRefund },
  errors: ["invalid_params", "params_validation", "not_found", "invalid_state"],
  examples: cancelRefundExamples,
});
