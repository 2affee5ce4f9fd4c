import { z } from "zod";
import {
  cancelExamples,
  createPaymentExamples,
  paymentDetailsExamples,
  statusExamples,
} from "#lib/api/openapi/examples/payments.ts";
import { defineOperation, withoutBody, withoutQuery } from "#lib/api/operation.ts";
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

export const createPaymentOperation = defineOperation({
  operationId: "createPayment",
  group: "Payments",
  place: 10,
  method: "POST",
  path: "/v1/payments",
  summary: "Create a payment",
  description:
    "Returns the payment link for the buyer. The buyer's options determine the tokens and amounts they can pay with. A payment is also created for a merchant with onlySettleableTokens that has no settlement destination for it yet; until it has one, buyers can't pay, and their options are 400 invalid_state.",
  audience: "merchant",
  permission: "payments:write",
  params: z.object({}),
  query: withoutQuery,
  body: { "2026-02-18": createPaymentBody, "2026-02-19.preview": createPaymentBodyPreview },
  response: { status: 201, schema: createdPayment },
  errors: ["invalid_params", "params_validation", "idempotency_conflict", "bad_gateway"],
  examples: createPaymentExamples,
  idempotency: "honoured",
});

export const getPaymentDetailsOperation = defineOperation({
  operationId: "getPayment",
  group: "Payments",
  place: 30,
  method: "GET",
  path: "/v1/payments/{id}",
  summary: "Fetch a payment's details",
  description:
    "settlement is set once the transfer to the merchant's wallet is final. That is the transaction that collects the payment, unless the merchant had no settlement destination for the asset.",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: paymentDetails },
  errors: ["params_validation", "payment_not_found"],
  examples: paymentDetailsExamples,
});

export const getPaymentStatusOperation = defineOperation({
  operationId: "getPaymentStatus",
  group: "Payments",
  place: 20,
  method: "GET",
  path: "/v1/payments/{id}/status",
  summary: "Get a payment's status",
  description:
    "With maxPollMs, the response waits for the status to change; without it, the response is immediate. A final status never changes.",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: z.strictObject({ maxPollMs }),
  body: withoutBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
  examples: statusExamples,
});

export const cancelPaymentOperation = defineOperation({
  operationId: "cancelPayment",
  group: "Payments",
  place: 40,
  method: "POST",
  path: "/v1/payments/{id}/cancel",
  summary: "Cancel an unconfirmed payment",
  description: "Works only while the status is requires_action. Repeating the call returns the same response.",
  audience: "partner-or-merchant",
  permission: "payments:write",
  params: paymentPath,
  query: withoutQuery,
  body: cancelBody,
  response: { status: 200, schema: cancelledPayment },
  errors: ["invalid_params", "params_validation", "payment_not_found", "invalid_state"],
  examples: cancelExamples,
});

/** The two paths that point-of-sale apps and command-line clients still call. */
export const createPaymentAliasOperation = defineOperation({
  ...createPaymentOperation,
  operationId: "createPaymentAlias",
  group: "Payments",
  place: 80,
  aliasOf: createPaymentOperation,
  summary: "Create a payment (path for older clients)",
  path: "/v1/merchant/payment",
});

export const getPaymentStatusAliasOperation = defineOperation({
  ...getPaymentStatusOperation,
  operationId: "getPaymentStatusAlias",
  group: "Payments",
  place: 90,
  summary: "Get a payment's status (path for older clients)",
  path: "/v1/merchant/payment/{id}/status",
});
