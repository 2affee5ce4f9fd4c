import { z } from "zod";
import {
  cancelGatewayExamples,
  confirmExamples,
  fetchExamples,
  gatewayPaymentExamples,
  optionsExamples,
} from "#lib/api/openapi/examples/gateway.ts";
import { statusExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineOperation } from "#lib/api/operation.ts";
import {
  confirmAnswer,
  confirmBody,
  fetchBody,
  fetchedActions,
  gatewayPath,
  optionsBody,
  optionsQuery,
  paymentInfo,
  paymentOptions,
} from "#lib/api/schemas/gateway.ts";
import { cancelBody, cancelledPayment, maxPollMs, paymentStatusAnswer } from "#lib/api/schemas/payment.ts";

/** Wallets' SDKs may add query keys of their own; they are ignored here, unlike on the merchant side. */
const anyQuery = z.object({});
const noBody = z.undefined();
const unusable = { code: "params_validation", status: 422 } as const;

export const getGatewayPaymentOperation = defineOperation({
  operationId: "getGatewayPayment",
  method: "GET",
  path: "/v1/gateway/payment/{id}",
  summary: "Basic information of a payment, for a buyer",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: noBody,
  response: { status: 200, schema: paymentInfo },
  errors: ["payment_not_found"],
  examples: gatewayPaymentExamples,
});

export const getGatewayStatusOperation = defineOperation({
  operationId: "getGatewayStatus",
  method: "GET",
  path: "/v1/gateway/payment/{id}/status",
  summary: "Read or await a payment's status, for a buyer",
  description:
    "With maxPollMs the answer waits for the next change of status; without, it comes at once. Final states never change.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: z.object({ maxPollMs }),
  body: noBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
  examples: statusExamples,
});

export const getPaymentOptionsOperation = defineOperation({
  operationId: "getPaymentOptions",
  method: "POST",
  path: "/v1/gateway/payment/{id}/options",
  summary: "What the buyer's accounts can pay with",
  description:
    "Only what can complete the payment: the balance is enough and the chain is enabled. Options without gas come first.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: optionsQuery,
  body: optionsBody,
  response: { status: 200, schema: paymentOptions },
  errors: [unusable, "payment_not_found", "bad_gateway"],
  examples: optionsExamples,
});

export const fetchPaymentActionsOperation = defineOperation({
  operationId: "fetchPaymentActions",
  method: "POST",
  path: "/v1/gateway/payment/{id}/fetch",
  summary: "The wallet actions of an option",
  description: "The same actions that the option carries, for wallets that ask for them apart.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: fetchBody,
  response: { status: 200, schema: fetchedActions },
  errors: ["invalid_params", "params_validation", "payment_not_found", "payment_expired", "invalid_state"],
  examples: fetchExamples,
});

export const confirmPaymentOperation = defineOperation({
  operationId: "confirmPayment",
  method: "POST",
  path: "/v1/gateway/payment/{id}/confirm",
  summary: "Confirm a payment with the wallet's results",
  description:
    "Sends the signed results off. Repeating the same confirm is harmless and answers the current status; poll until isFinal.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: z.object({ maxPollMs }),
  body: confirmBody,
  response: { status: 200, schema: confirmAnswer },
  errors: [unusable, "payment_not_found", "payment_expired", "invalid_state", "quote_expired", "bad_gateway"],
  examples: confirmExamples,
});

export const cancelGatewayPaymentOperation = defineOperation({
  operationId: "cancelGatewayPayment",
  method: "POST",
  path: "/v1/gateway/payment/{id}/cancel",
  summary: "Cancel a payment that nobody has confirmed yet, for a buyer",
  description: "Only while the status is requires_action. Cancelling it again answers the same.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: cancelBody,
  response: { status: 200, schema: cancelledPayment },
  errors: ["invalid_params", "params_validation", "payment_not_found", "invalid_state"],
  examples: cancelGatewayExamples,
});
