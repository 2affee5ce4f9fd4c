import { z } from "zod";
import {
  cancelGatewayExamples,
  confirmExamples,
  fetchExamples,
  gatewayPaymentExamples,
  giveDepositAddressExamples,
  listDepositAssetsExamples,
  nameRefundAccountExamples,
  optionsExamples,
} from "#lib/api/openapi/examples/gateway.ts";
import { statusExamples } from "#lib/api/openapi/examples/payments.ts";
import { defineOperation, withoutBody } from "#lib/api/operation.ts";
import {
  confirmAnswer,
  confirmBody,
  depositAssets,
  depositBody,
  fetchBody,
  fetchedActions,
  gatewayPath,
  givenDeposit,
  optionsBody,
  optionsQuery,
  paymentInfo,
  paymentOptions,
  refundAccount,
  refundAccountBody,
} from "#lib/api/schemas/gateway.ts";
import { cancelBody, cancelledPayment, maxPollMs, paymentStatusAnswer } from "#lib/api/schemas/payment.ts";

/** Wallet SDKs may add their own query keys. The gateway ignores them; the merchant endpoints don't accept any. */
const anyQuery = z.object({});
const unusable = { code: "params_validation", status: 422 } as const;
const unavailable = { code: "bad_gateway", status: 503 } as const;

export const getGatewayPaymentOperation = defineOperation({
  operationId: "getGatewayPayment",
  group: "Gateway",
  place: 10,
  method: "GET",
  path: "/v1/gateway/payment/{id}",
  summary: "Fetch a payment",
  description:
    "Returns what a buyer and their wallet may know about a payment. The id can be the payment link itself, percent-encoded.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: withoutBody,
  response: { status: 200, schema: paymentInfo },
  errors: ["payment_not_found"],
  examples: gatewayPaymentExamples,
});

export const getGatewayStatusOperation = defineOperation({
  operationId: "getGatewayStatus",
  group: "Gateway",
  place: 50,
  method: "GET",
  path: "/v1/gateway/payment/{id}/status",
  summary: "Get a payment's status",
  description:
    "With maxPollMs, the response waits for the status to change; without it, the response is immediate. A final status never changes.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: z.object({ maxPollMs }),
  body: withoutBody,
  response: { status: 200, schema: paymentStatusAnswer },
  errors: ["params_validation", "payment_not_found"],
  examples: statusExamples,
});

export const getPaymentOptionsOperation = defineOperation({
  operationId: "getPaymentOptions",
  group: "Gateway",
  place: 20,
  method: "POST",
  path: "/v1/gateway/payment/{id}/options",
  summary: "List payment options",
  description:
    "Returns the options that can complete the payment: the chain is enabled and the balance is sufficient. Gasless options come first, and among them those in a token of the price's own currency. An empty list means that no balance is sufficient; when there is no option because networks aren't responding, the response is a 503 with Retry-After. When the merchant offers only tokens that can be settled and has no settlement destination for this payment, the response is 400 invalid_state.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: optionsQuery,
  body: optionsBody,
  response: { status: 200, schema: paymentOptions },
  errors: [unusable, "payment_not_found", "invalid_state", "bad_gateway", unavailable],
  examples: optionsExamples,
});

export const fetchPaymentActionsOperation = defineOperation({
  operationId: "fetchPaymentActions",
  group: "Gateway",
  place: 30,
  method: "POST",
  path: "/v1/gateway/payment/{id}/fetch",
  summary: "Fetch an option's wallet actions",
  description: "Returns the same actions as the option itself, for wallets that fetch them separately.",
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
  group: "Gateway",
  place: 40,
  method: "POST",
  path: "/v1/gateway/payment/{id}/confirm",
  summary: "Confirm a payment with the wallet's results",
  description:
    "Submits the signed results. Repeating a confirm is safe and returns the current status, also after the payment has ended. If the token refuses the transfer, because its issuer has blocked an account or paused it, the response is 400 invalid_state with the reason. Poll until isFinal is true.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: z.object({ maxPollMs }),
  body: confirmBody,
  response: { status: 200, schema: confirmAnswer },
  errors: [
    unusable,
    "payment_not_found",
    "payment_expired",
    "invalid_state",
    "quote_expired",
    "bad_gateway",
    unavailable,
  ],
  examples: confirmExamples,
});

const takesTransfers =
  "When the payment takes no transfers, the response is 400 invalid_state; after its expiresAt, 410 payment_expired.";

export const listDepositAssetsOperation = defineOperation({
  operationId: "listDepositAssets",
  group: "Gateway",
  place: 52,
  method: "GET",
  path: "/v1/gateway/payment/{id}/deposit",
  summary: "List what can be transferred",
  description: `Returns the tokens in which the payment can be paid by a plain transfer, from an exchange for example, and what it costs in each. ${takesTransfers}`,
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: withoutBody,
  response: { status: 200, schema: depositAssets },
  errors: ["payment_not_found", "payment_expired", "invalid_state", "bad_gateway", unavailable],
  examples: listDepositAssetsExamples,
});

export const giveDepositAddressOperation = defineOperation({
  operationId: "giveDepositAddress",
  group: "Gateway",
  place: 54,
  method: "POST",
  path: "/v1/gateway/payment/{id}/deposit",
  summary: "Get an address to transfer to",
  description: `Returns an address of the payment's own for a token. The same token gives the same address while its price holds. A transfer of the amount to it pays the payment, from any account; several transfers add up. The payment is processing once the whole amount is final. From then on it can't be cancelled by the buyer. ${takesTransfers}`,
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: depositBody,
  response: { status: 200, schema: givenDeposit },
  errors: [
    "invalid_params",
    "params_validation",
    "payment_not_found",
    "payment_expired",
    "invalid_state",
    "bad_gateway",
    unavailable,
  ],
  examples: giveDepositAddressExamples,
});

export const nameRefundAccountOperation = defineOperation({
  operationId: "nameRefundAccount",
  group: "Gateway",
  place: 56,
  method: "POST",
  path: "/v1/gateway/payment/{id}/deposit/refund",
  summary: "Name an account for refunds of transfers",
  description:
    "A refund never goes to the sender of a transfer, which may be an exchange. With the code of its address, the buyer names an account of their own, once. The merchant sees it and pays there.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: refundAccountBody,
  response: { status: 200, schema: refundAccount },
  errors: ["invalid_params", "params_validation", "payment_not_found", "invalid_state", "bad_gateway", unavailable],
  examples: nameRefundAccountExamples,
});

export const cancelGatewayPaymentOperation = defineOperation({
  operationId: "cancelGatewayPayment",
  group: "Gateway",
  place: 60,
  method: "POST",
  path: "/v1/gateway/payment/{id}/cancel",
  summary: "Cancel an unconfirmed payment",
  description: "Works only while the status is requires_action. Repeating the call returns the same response.",
  audience: "gateway",
  permission: "gateway",
  params: gatewayPath,
  query: anyQuery,
  body: cancelBody,
  response: { status: 200, schema: cancelledPayment },
  errors: ["invalid_params", "params_validation", "payment_not_found", "invalid_state"],
  examples: cancelGatewayExamples,
});
