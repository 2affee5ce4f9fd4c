import type { z } from "zod";
import { action, signature } from "#lib/api/openapi/examples/gateway.ts";
import {
  buyerAccount,
  collectHash,
  destination,
  optionId,
  paymentId,
  usdc,
} from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type { fetchedActions } from "#lib/api/schemas/gateway.ts";
import type {
  cancelledRefund,
  WireRefund,
  WireRefundOptions,
  WireRefundRequest,
  WireRefundStatus,
} from "#lib/api/schemas/refund.ts";

type Examples<Schema extends z.ZodType> = readonly Example<z.output<Schema>>[];

const refundId = "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K";
const token = "q3V9xT2bLr8WmZ5nYcK1sJ7dHf4gPa6uEo0iRtQwXyB";
const requestExpiresAt = 1_795_773_600;
const requestedAmount = usdc("10000000");
const params = { token };

/** A refund in part, requested from the merchant's wallet. */
export const requestedRefund = {
  paymentId,
  refundId,
  live: true,
  amount: requestedAmount,
  status: "requested",
  url: `https://pay.example.com/refund/${token}`,
  expiresAt: requestExpiresAt,
} as const;

export const refundExamples: readonly Example<WireRefund>[] = [
  {
    name: "Marked as refunded",
    body: { paymentId },
    response: { paymentId, refundId, live: true, amount: usdc("24900000"), status: "marked" },
  },
  {
    name: "10.00 USD, requested from the merchant's wallet",
    body: { paymentId, amount: { unit: "iso4217/USD", value: "1000" }, mode: "request" },
    response: requestedRefund,
  },
  {
    name: "5.00 USD of a payment by transfer",
    body: { paymentId, amount: { unit: "iso4217/USD", value: "500" }, mode: "request", refundAddress: buyerAccount },
    response: { ...requestedRefund, amount: usdc("5000000") },
  },
  {
    name: "Held money, returned from the treasury net of fees",
    body: { paymentId, mode: "request" },
    response: { paymentId, refundId, live: true, amount: usdc("24651000"), status: "processing" },
  },
];

export const cancelRefundExamples: Examples<typeof cancelledRefund> = [
  { name: "Cancelled", params: { id: refundId }, response: { refundId, paymentId, live: true, status: "cancelled" } },
];

const requested: WireRefundStatus = {
  live: true,
  status: "requested",
  isFinal: false,
  pollInMs: 1_000,
  txId: null,
  failure: null,
};

export const refundRequestExamples: readonly Example<WireRefundRequest>[] = [
  {
    name: "Requested",
    params,
    response: {
      ...requested,
      refundId,
      amount: requestedAmount,
      expiresAt: requestExpiresAt,
      referenceId: "ORDER-7",
      merchant: { name: "Corner Shop", iconUrl: null },
      recipientCaip10: buyerAccount,
      payersCaip10: [destination],
    },
  },
];

export const refundStatusExamples: readonly Example<WireRefundStatus>[] = [
  {
    name: "Succeeded",
    params,
    response: { live: true, status: "succeeded", isFinal: true, pollInMs: null, txId: collectHash, failure: null },
  },
];

export const refundOptionsExamples: readonly Example<WireRefundOptions>[] = [
  {
    name: "Gasless",
    params,
    body: { account: destination },
    response: {
      options: [
        {
          id: optionId,
          account: destination,
          amount: requestedAmount,
          balance: "310250000",
          etaS: 30,
          expiresAt: requestExpiresAt,
          actions: [action],
        },
      ],
    },
  },
];

export const refundActionsExamples: Examples<typeof fetchedActions> = [
  { name: "One signature", params, body: { optionId }, response: { actions: [action] } },
];

export const confirmRefundExamples: readonly Example<WireRefundStatus>[] = [
  {
    name: "Signed",
    params,
    body: { optionId, results: [{ type: "walletRpc", data: [signature] }] },
    response: { live: true, status: "processing", isFinal: false, pollInMs: 1_000, txId: null, failure: null },
  },
];
