import { z } from "zod";
import {
  cancelExamples,
  createPaymentExamples,
  paymentDetailsExamples,
  statusExamples,
} from "#lib/api/openapi/examples/payments.ts";
import { defineOperation } from "#lib/api/operation.ts";
import {
  cancelBody,
  cancelledPayment,
  createdPayment,
  createPaymentBody,
  createPaymentBodyPreview,
  maxPollMs,
  paymentDetails,
  paymentPath,
  paymentStatusAnswer,
} from "#lib/api/schemas/payment.ts";

const noQuery = z.strictObject({});
const noBody = z.undefined();

export const createPaymentOperation = defineOperation({
  operationId: "createPayment",
  method: "POST",
  path: "/v1/payments",
  summary: "Create a payment",
  description: "The answer carries the buyer's link. How much of which token it comes to, the buyer's options say.",
  audience: "merchant",
  permission: "payments:write",
  params: z.object({}),
  query: noQuery,
  body: { "2026-02-18": createPaymentBody, "2026-02-19.preview": createPaymentBodyPreview },
  response: { status: 201, schema: createdPayment },
  errors: ["invalid_params", "params_validation", "idempotency_conflict", "bad_gateway"],
  examples: createPaymentExamples,
  idempotency: "honoured",
});

export const getPaymentDetailsOperation = defineOperation({
  operationId: "getPayment",
  method: "GET",
  path: "/v1/payments/{id}",
  summary: "Fetch a payment's details",
  description:
    "settlement fills in when the transfer to the merchant's wallet is final, some time after the payment has succeeded.",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: paymentDetails },
  errors: ["params_validation", "payment_not_found"],
  examples: paymentDetailsExamples,
});

export const getPaymentStatusOperation = defineOperation({
  operationId: "getPaymentStatus",
  method: "GET",
  path: "/v1/payments/{id}/status",
  summary: "Read or await a payment's status",
  description:
    "With maxPollMs the answer waits for the next change of status; without, it comes at once. Final states never change.",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: z.strictObject({ maxPollMs }),
  body: noBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
  examples: statusExamples,
});

export const cancelPaymentOperation = defineOperation({
  operationId: "cancelPayment",
  method: "POST",
  path: "/v1/payments/{id}/cancel",
  summary: "Cancel a payment that nobody has confirmed yet",
  description: "Only while the status is requires_action. Cancelling it again answers the same.",
  audience: "partner-or-merchant",
  permission: "payments:write",
  params: paymentPath,
  query: noQuery,
  body: cancelBody,
  response: { status: 200, schema: cancelledPayment },
  errors: ["invalid_params", "params_validation", "payment_not_found", "invalid_state"],
  examples: cancelExamples,
});

/** Point-of-sale apps and command-line clients still call these two (WIRE, Payments). */
export const createPaymentAliasOperation = defineOperation({
  ...createPaymentOperation,
  operationId: "createPaymentAlias",
  summary: "Create a payment, at the address that older clients call",
  path: "/v1/merchant/payment",
});

export const getPaymentStatusAliasOperation = defineOperation({
  ...getPaymentStatusOperation,
  operationId: "getPaymentStatusAlias",
  summary: "Read or await a payment's status, at the address that older clients call",
  path: "/v1/merchant/payment/{id}/status",
});
