import { z } from "zod";
import { paymentListExamples, paymentsOfMerchantExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineOperation, withoutBody } from "#lib/api/operation.ts";
import { merchantPath } from "#lib/api/schemas/merchant.ts";
import {
  merchantPaymentsQuery,
  paymentList,
  paymentsOfMerchantQuery,
  paymentsQuery,
} from "#lib/api/schemas/payment-list.ts";
import { snakeCaseSchema } from "#lib/api/schemas/snake-case.ts";

const response = { status: 200, schema: paymentList } as const;

export const listPaymentsOperation = defineOperation({
  operationId: "listPayments",
  group: "Payments",
  place: 50,
  method: "GET",
  path: "/v1/payments",
  summary: "List payments",
  description:
    "Returns payments with statistics, newest first by default. Repeat a list parameter or separate its values by commas. The statistics cover every matching payment, not only this page.",
  audience: "partner",
  permission: "payments:read",
  params: z.object({}),
  query: paymentsQuery,
  body: withoutBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

export const listMerchantPaymentsOperation = defineOperation({
  operationId: "listMerchantPayments",
  group: "Payments",
  place: 60,
  method: "GET",
  path: "/v1/merchants/payments",
  summary: "List a merchant's payments",
  description: "Works like the list of all payments, for the merchant in the Merchant-Id header.",
  audience: "merchant",
  permission: "payments:read",
  params: z.object({}),
  query: merchantPaymentsQuery,
  body: withoutBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

export const listPaymentsOfMerchantOperation = defineOperation({
  operationId: "listPaymentsOfMerchant",
  group: "Payments",
  place: 70,
  method: "GET",
  path: "/v1/merchants/{merchantId}/payments",
  summary: "List a merchant's payments (use GET /v1/merchants/payments)",
  audience: "partner",
  permission: "payments:read",
  params: merchantPath,
  description:
    "For existing clients: every key is in the response in snake_case too, sort_by and sort_dir are accepted for sortBy and sortDir, and X-Api-Key for Api-Key.",
  query: paymentsOfMerchantQuery,
  body: withoutBody,
  response: { status: 200, schema: snakeCaseSchema(paymentList) },
  keyHeader: "x-api-key",
  errors: ["params_validation", "invalid_params", "not_found"],
  examples: paymentsOfMerchantExamples,
  deprecated: { sinceUnixSeconds: 1_771_372_800, successor: "/v1/merchants/payments" },
});
