import type { z } from "zod";
import {
  buyerAccount,
  collectHash,
  createdAt,
  expiresAt,
  gatewayUrl,
  merchantId,
  paymentId,
  usd,
  usdc,
  usdcOnBase,
} from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type { cancelledPayment, createdPayment, paymentDetails, WireStatus } from "#lib/api/schemas/payment.ts";
import type { paymentList } from "#lib/api/schemas/payment-list.ts";
import { withSnakeCase } from "#lib/api/schemas/snake-case.ts";

type Examples<Schema extends z.ZodType> = readonly Example<z.output<Schema>>[];

const params = { id: paymentId };
const isOpen = { live: true, status: "requires_action", isFinal: false, pollInMs: 1_000 } as const;
const info = { optionAmount: usdc("24900000"), txId: collectHash };
const settlement = { successful: { amount: { unit: `caip19/${usdcOnBase}` }, txId: collectHash } };
const created = { paymentId, ...isOpen, expiresAt, gatewayUrl, referenceId: "ORDER-7" };
const body = { referenceId: "ORDER-7", amount: { unit: "iso4217/USD", value: "2490" } };
const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" };

export const order = {
  description: "Two cups and a bag of beans",
  lineItems: [
    { name: "Stoneware cup, 200 ml", quantity: 2, total: "1600" },
    { name: "Espresso beans, 250 g", quantity: 1, total: "890" },
  ],
};

export const createPaymentExamples: Examples<typeof createdPayment> = [
  { name: "24.90 USD", body, response: created },
  {
    name: "24.90 USDC on Base",
    body: { referenceId: "ORDER-7", amount: { unit: `caip19/${usdcOnBase}`, value: "24900000" } },
    response: created,
  },
  { name: "24.90 USD, with the order's items", body: { ...body, ...order }, response: created },
  {
    name: "24.90 USD, with redirects to the shop",
    version: "2026-02-19.preview",
    body: { ...body, checkout },
    response: created,
  },
];

export const paymentDetailsExamples: Examples<typeof paymentDetails> = [
  { name: "Settled", params, response: { live: true, referenceId: "ORDER-7", status: "succeeded", info, settlement } },
  {
    name: "Open, with the order's items",
    params,
    response: { live: true, referenceId: "ORDER-7", ...order, status: "requires_action", info: null, settlement: null },
  },
];

export const statusExamples: readonly Example<WireStatus>[] = [
  {
    name: "Succeeded while long-polling",
    params,
    query: { maxPollMs: "20000" },
    response: { live: true, status: "succeeded", isFinal: true, pollInMs: null, info },
  },
  { name: "Open", params, response: { ...isOpen, info: null } },
  {
    name: "Declined",
    params,
    response: { live: true, status: "failed", isFinal: true, pollInMs: null, failureCode: "declined_user", info: null },
  },
];

export const cancelExamples: Examples<typeof cancelledPayment> = [
  {
    name: "Cancelled",
    params,
    response: {
      paymentId,
      live: true,
      status: "cancelled",
      cancelledAt: "2026-11-20T09:34:12.000Z",
      cancelledReason: "cancelled_by_merchant",
    },
  },
];

/** The payment as lists and events show it. */
export const listed: z.output<typeof paymentList>["data"][number] = {
  paymentId,
  live: true,
  merchant: { id: merchantId, name: "Corner Shop" },
  referenceId: "ORDER-7",
  status: "succeeded",
  isTerminal: true,
  fiatAmount: usd("2490"),
  tokenAmount: usdc("24900000"),
  buyer: { accountCaip10: buyerAccount, accountProviderName: "Example Wallet" },
  transaction: { networkId: "8453", hash: collectHash, nonce: 41 },
  settlement: { settled: true, amount: usdc("24700400"), txHash: collectHash },
  fees: { total: usd("20"), fixed: usd("10"), percentage: "0.4" },
  createdAt,
  lastUpdatedAt: "2026-11-20T09:31:20.000Z",
  settledAt: "2026-11-20T09:31:48.000Z",
};

const list: z.output<typeof paymentList> = {
  data: [listed],
  nextCursor: null,
  stats: {
    totalRevenue: [{ amount: 24.9, currency: "USD" }],
    totalFees: [{ amount: 0.2, currency: "USD" }],
    totalRefunded: [],
    totalNetRevenue: [{ amount: 24.7, currency: "USD" }],
    totalTransactions: 1,
    totalCustomers: 1,
  },
};

export const paymentListExamples: Examples<typeof paymentList> = [
  {
    name: "November's payments in USDC on Base",
    query: {
      startTs: "2026-11-01T00:00:00Z",
      endTs: "2026-12-01T00:00:00Z",
      token_symbol: "USDC",
      network: "eip155:8453",
      status: ["succeeded", "failed"],
      limit: "50",
    },
    response: list,
  },
];

export const paymentsOfMerchantExamples: readonly Example<unknown>[] = [
  { name: "Newest payments", params: { merchantId }, query: { limit: "50" }, response: withSnakeCase(list) },
];
