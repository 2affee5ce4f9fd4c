import { z } from "zod";
import { defineOperation } from "#lib/api/operation.ts";
import {
  confirmAnswer,
  confirmBody,
  fetchBody,
  fetchedActions,
  optionsBody,
  optionsQuery,
  paymentInfo,
  paymentOptions,
} from "#lib/api/schemas/gateway.ts";
import { maxPollMs, paymentPath, paymentStatusAnswer } from "#lib/api/schemas/payment.ts";

/** Wallets' SDKs may add query keys of their own; they are ignored here, unlike on the merchant side. */
const anyQuery = z.object({});
const noBody = z.undefined();

export const getGatewayPayment = defineOperation({
  operationId: "getGatewayPayment",
  method: "GET",
  path: "/v1/gateway/payment/{id}",
  summary: "Basic information of a payment, for a buyer",
  audience: "gateway",
  permission: "gateway",
  params: paymentPath,
  query: anyQuery,
  body: noBody,
  response: { status: 200, schema: paymentInfo },
  errors: ["payment_not_found"],
});

export const getGatewayStatus = defineOperation({
  operationId: "getGatewayStatus",
  method: "GET",
  path: "/v1/gateway/payment/{id}/status",
  summary: "Read or await a payment's status, for a buyer",
  audience: "gateway",
  permission: "gateway",
  params: paymentPath,
  query: z.object({ maxPollMs }),
  body: noBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
});

export const getPaymentOptions = defineOperation({
  operationId: "getPaymentOptions",
  method: "POST",
  path: "/v1/gateway/payment/{id}/options",
  summary: "What the buyer's accounts can pay with",
  audience: "gateway",
  permission: "gateway",
  params: paymentPath,
  query: optionsQuery,
  body: optionsBody,
  response: { status: 200, schema: paymentOptions },
  errors: ["invalid_params", "params_validation", "payment_not_found", "bad_gateway"],
});

export const fetchPaymentActions = defineOperation({
  operationId: "fetchPaymentActions",
  method: "POST",
  path: "/v1/gateway/payment/{id}/fetch",
  summary: "The wallet actions of an option",
  audience: "gateway",
  permission: "gateway",
  params: paymentPath,
  query: anyQuery,
  body: fetchBody,
  response: { status: 200, schema: fetchedActions },
  errors: ["invalid_params", "params_validation", "payment_not_found", "payment_expired", "invalid_state"],
});

export const confirmPayment = defineOperation({
  operationId: "confirmPayment",
  method: "POST",
  path: "/v1/gateway/payment/{id}/confirm",
  summary: "Confirm a payment with the wallet's results",
  audience: "gateway",
  permission: "gateway",
  params: paymentPath,
  query: z.object({ maxPollMs }),
  body: confirmBody,
  response: { status: 200, schema: confirmAnswer },
  errors: [
    "invalid_params",
    "params_validation",
    "payment_not_found",
    "payment_expired",
    "invalid_state",
    "quote_expired",
    "bad_gateway",
  ],
});
