import { z } from "zod";
import { defineOperation } from "#lib/api/operation.ts";
import {
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

export const createPayment = defineOperation({
  operationId: "createPayment",
  method: "POST",
  path: "/v1/payments",
  summary: "Create a payment",
  audience: "merchant",
  permission: "payments:write",
  params: z.object({}),
  query: noQuery,
  body: { "2026-02-18": createPaymentBody, "2026-02-19.preview": createPaymentBodyPreview },
  response: { status: 201, schema: createdPayment },
  errors: ["invalid_params", "params_validation", "idempotency_conflict", "bad_gateway"],
  idempotency: "honoured",
});

export const getPaymentDetails = defineOperation({
  operationId: "getPayment",
  method: "GET",
  path: "/v1/payments/{id}",
  summary: "Fetch a payment's details",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: paymentDetails },
  errors: ["params_validation", "payment_not_found"],
});

export const getPaymentStatus = defineOperation({
  operationId: "getPaymentStatus",
  method: "GET",
  path: "/v1/payments/{id}/status",
  summary: "Read or await a payment's status",
  audience: "merchant",
  permission: "payments:read",
  params: paymentPath,
  query: z.strictObject({ maxPollMs }),
  body: noBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
});

/** Point-of-sale apps and command-line clients still call these two (WIRE, Payments). */
export const createPaymentAlias = defineOperation({
  ...createPayment,
  operationId: "createPaymentAlias",
  path: "/v1/merchant/payment",
});

export const getPaymentStatusAlias = defineOperation({
  ...getPaymentStatus,
  operationId: "getPaymentStatusAlias",
  path: "/v1/merchant/payment/{id}/status",
});
