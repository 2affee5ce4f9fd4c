import { z } from "zod";
import { paymentListExamples, paymentsOfMerchantExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineOperation } from "#lib/api/operation.ts";
import { merchantPath } from "#lib/api/schemas/merchant.ts";
import { merchantPaymentsQuery, paymentList, paymentsQuery } from "#lib/api/schemas/payment-list.ts";

const noBody = z.undefined();
const response = { status: 200, schema: paymentList } as const;

export const listPaymentsOperation = defineOperation({
  operationId: "listPayments",
  method: "GET",
  path: "/v1/payments",
  summary: "List the partner's payments, with statistics",
  description:
    "Newest first, unless sorted otherwise. Lists may be given as a repeated parameter or comma-separated. The statistics cover all that match.",
  audience: "partner",
  permission: "payments:read",
  params: z.object({}),
  query: paymentsQuery,
  body: noBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

export const listMerchantPaymentsOperation = defineOperation({
  operationId: "listMerchantPayments",
  method: "GET",
  path: "/v1/merchants/payments",
  summary: "List a merchant's payments, with statistics",
  description: "As the list of all payments, for the merchant of the Merchant-Id header.",
  audience: "merchant",
  permission: "payments:read",
  params: z.object({}),
  query: merchantPaymentsQuery,
  body: noBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

export const listPaymentsOfMerchantOperation = defineOperation({
  operationId: "listPaymentsOfMerchant",
  method: "GET",
  path: "/v1/merchants/{merchantId}/payments",
  summary: "List a merchant's payments; use GET /v1/merchants/payments",
  audience: "partner",
  permission: "payments:read",
  params: merchantPath,
  query: merchantPaymentsQuery,
  body: noBody,
  response,
  errors: ["params_validation", "invalid_params", "not_found"],
  examples: paymentsOfMerchantExamples,
  deprecated: { sinceUnixSeconds: 1_771_372_800, successor: "/v1/merchants/payments" },
});
