import { z } from "zod";
import { paymentListExamples, paymentsOfMerchantExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineListOperation, withoutBody } from "#lib/api/operation.ts";
import { merchantPath } from "#lib/api/schemas/merchant.ts";
import {
  type MerchantPaymentsQuery,
  merchantPaymentsQuery,
  type PaymentsOfMerchantQuery,
  paymentList,
  paymentsOfMerchantQuery,
  paymentsQuery,
} from "#lib/api/schemas/payment-list.ts";
import { snakeCaseSchema } from "#lib/api/schemas/snake-case.ts";
import { paymentPosition } from "#lib/edge/payment-filter.ts";

const response = { status: 200, schema: paymentList } as const;

type Sort = Pick<MerchantPaymentsQuery, "sortBy" | "sortDir">;
const cursor = ({ sortBy, sortDir }: Sort) => ({ sort: `${sortBy} ${sortDir}`, position: paymentPosition(sortBy) });

export const listPaymentsOperation = defineListOperation({
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
  cursor,
  body: withoutBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

export const listMerchantPaymentsOperation = defineListOperation({
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
  cursor,
  body: withoutBody,
  response,
  errors: ["params_validation", "invalid_params"],
  examples: paymentListExamples,
});

/** The sort of the deprecated list, which has two names for each part. */
export function sortOf({ sort_by = "date", sort_dir = "desc", sortBy, sortDir }: PaymentsOfMerchantQuery): Sort {
  return { sortBy: sortBy ?? sort_by, sortDir: sortDir ?? sort_dir };
}

export const listPaymentsOfMerchantOperation = defineListOperation({
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
  cursor: (query) => cursor(sortOf(query)),
  body: withoutBody,
  response: { status: 200, schema: snakeCaseSchema(paymentList) },
  keyHeader: "x-api-key",
  errors: ["params_validation", "invalid_params", "not_found"],
  examples: paymentsOfMerchantExamples,
  deprecated: { sinceUnixSeconds: 1_771_372_800, successor: "/v1/merchants/payments" },
});
