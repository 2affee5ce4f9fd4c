import { z } from "zod";
import { refundExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineOperation, withoutQuery } from "#lib/api/operation.ts";
import { refund, refundBody } from "#lib/api/schemas/payment.ts";

export const createRefundOperation = defineOperation({
  operationId: "createRefund",
  method: "POST",
  path: "/v1/refunds",
  summary: "Mark a payment as refunded",
  description:
    "Records a full refund without moving money: send the money back yourself. The status stays succeeded. A second call returns 409.",
  audience: "partner-or-merchant",
  permission: "refunds:write",
  params: z.object({}),
  query: withoutQuery,
  body: refundBody,
  response: { status: 200, schema: refund },
  errors: [
    "invalid_params",
    "params_validation",
    "payment_not_found",
    "payment_not_succeeded",
    "already_refunded",
    "idempotency_conflict",
  ],
  examples: refundExamples,
  idempotency: "honoured",
});
