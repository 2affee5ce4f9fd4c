import { z } from "zod";
import {
  confirmRefundExamples,
  refundActionsExamples,
  refundOptionsExamples,
  refundRequestExamples,
  refundStatusExamples,
} from "#lib/api/openapi/examples/refunds.ts";
import { defineOperation, withoutBody } from "#lib/api/operation.ts";
import { fetchedActions } from "#lib/api/schemas/gateway.ts";
import {
  refundConfirmBody,
  refundFetchBody,
  refundOptions,
  refundOptionsBody,
  refundRequest,
  refundRequestPath,
  refundRequestStatus,
} from "#lib/api/schemas/refund.ts";

/** As for the gateway: wallet SDKs may add their own query keys, which are ignored. */
const anyQuery = z.object({});
const unusable = { code: "params_validation", status: 422 } as const;
const unavailable = { code: "bad_gateway", status: 503 } as const;

export const getRefundRequestOperation = defineOperation({
  operationId: "getRefundRequest",
  group: "Refund requests",
  place: 10,
  method: "GET",
  path: "/v1/refund-requests/{token}",
  summary: "Fetch a refund request",
  description: "The link's token is the permission to read the refund. Only the accounts in payersCaip10 can pay it.",
  audience: "gateway",
  permission: "gateway",
  params: refundRequestPath,
  query: anyQuery,
  body: withoutBody,
  response: { status: 200, schema: refundRequest },
  errors: ["not_found"],
  examples: refundRequestExamples,
});

export const getRefundRequestStatusOperation = defineOperation({
  operationId: "getRefundRequestStatus",
  group: "Refund requests",
  place: 50,
  method: "GET",
  path: "/v1/refund-requests/{token}/status",
  summary: "Get a refund request's status",
  description: "The link's token is the permission to read the status. Only requested refunds can be paid.",
  audience: "gateway",
  permission: "gateway",
  params: refundRequestPath,
  query: anyQuery,
  body: withoutBody,
  response: { status: 200, schema: refundRequestStatus },
  errors: ["not_found"],
  examples: refundStatusExamples,
});

export const getRefundOptionsOperation = defineOperation({
  operationId: "getRefundOptions",
  group: "Refund requests",
  place: 20,
  method: "POST",
  path: "/v1/refund-requests/{token}/options",
  summary: "Get the option to pay a refund",
  description:
    "Returns what the merchant's wallet has to sign: an authorization of the token where it supports that, otherwise a Permit2 transfer, with an approval first if one is missing. A wallet that isn't one of the refund's payers gets a 400 that names them.",
  audience: "gateway",
  permission: "gateway",
  params: refundRequestPath,
  query: anyQuery,
  body: refundOptionsBody,
  response: { status: 200, schema: refundOptions },
  errors: [unusable, "not_found", "invalid_state", "bad_gateway", unavailable],
  examples: refundOptionsExamples,
});

export const fetchRefundActionsOperation = defineOperation({
  operationId: "fetchRefundActions",
  group: "Refund requests",
  place: 30,
  method: "POST",
  path: "/v1/refund-requests/{token}/fetch",
  summary: "Fetch the wallet actions of a refund's option",
  description: "Returns the same actions as the option itself, for wallets that fetch them separately.",
  audience: "gateway",
  permission: "gateway",
  params: refundRequestPath,
  query: anyQuery,
  body: refundFetchBody,
  response: { status: 200, schema: fetchedActions },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: refundActionsExamples,
});

export const confirmRefundOperation = defineOperation({
  operationId: "confirmRefund",
  group: "Refund requests",
  place: 40,
  method: "POST",
  path: "/v1/refund-requests/{token}/confirm",
  summary: "Confirm a refund with the wallet's results",
  description:
    "Submits the signed results. Repeating a confirm is safe and returns the current status. If the transaction fails, the status is requested again, and the wallet can sign a new option.",
  audience: "gateway",
  permission: "gateway",
  params: refundRequestPath,
  query: anyQuery,
  body: refundConfirmBody,
  response: { status: 200, schema: refundRequestStatus },
  errors: [unusable, "not_found", "invalid_state", "quote_expired", "bad_gateway", unavailable],
  examples: confirmRefundExamples,
});
