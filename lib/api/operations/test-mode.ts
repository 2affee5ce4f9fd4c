import { advancePaymentExamples, advanceRefundExamples } from "#lib/api/openapi/examples/test-mode.ts";
import { defineOperation, withoutQuery } from "#lib/api/operation.ts";
import { paymentStatusAnswer } from "#lib/api/schemas/payment.ts";
import { cancelledRefund } from "#lib/api/schemas/refund.ts";
import { advancePaymentBody, advanceRefundBody, testPaymentPath, testRefundPath } from "#lib/api/schemas/test-mode.ts";

export const advancePaymentOperation = defineOperation({
  operationId: "advanceTestPayment",
  group: "Test mode",
  place: 10,
  method: "POST",
  path: "/v1/test/payments/{id}/advance",
  summary: "Move a test payment",
  description:
    "Does what a buyer, a chain or time would do. The payment goes through the same steps and has the same events as a live one. Needs a key of test mode: any other gets a 403.",
  audience: "partner-or-merchant",
  permission: "payments:write",
  params: testPaymentPath,
  query: withoutQuery,
  body: advancePaymentBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: [
    "invalid_params",
    "params_validation",
    "payment_not_found",
    "invalid_state",
    "idempotency_conflict",
    "bad_gateway",
  ],
  idempotency: "honoured",
  examples: advancePaymentExamples,
});

export const advanceRefundOperation = defineOperation({
  operationId: "advanceTestRefund",
  group: "Test mode",
  place: 20,
  method: "POST",
  path: "/v1/test/refunds/{id}/advance",
  summary: "Move a requested refund of a test payment",
  description:
    "Does what the merchant's wallet, a chain or time would do with a refund that was requested. Needs a key of test mode: any other gets a 403.",
  audience: "partner-or-merchant",
  permission: "refunds:write",
  params: testRefundPath,
  query: withoutQuery,
  body: advanceRefundBody,
  response: { status: 200, schema: cancelledRefund },
  errors: ["invalid_params", "params_validation", "not_found", "invalid_state", "idempotency_conflict"],
  idempotency: "honoured",
  examples: advanceRefundExamples,
});
