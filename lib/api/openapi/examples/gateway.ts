import type { z } from "zod";
import {
  buyerAccount,
  buyerAddress,
  collectHash,
  expiresAt,
  optionId,
  paymentId,
  usd,
  usdc,
  usdcOnBase,
} from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type {
  confirmAnswer,
  depositAssets,
  fetchedActions,
  givenDeposit,
  paymentOptions,
  refundAccount,
  WireAction,
  WireForm,
  WireInfo,
  WireOption,
} from "#lib/api/schemas/gateway.ts";
import type { cancelledPayment } from "#lib/api/schemas/payment.ts";
import { formFields, formSchema } from "#lib/core/buyer-form/form-schema.ts";

type Examples<Schema extends z.ZodType> = readonly Example<z.output<Schema>>[];

const params = { id: paymentId };

const info: WireInfo = {
  live: true,
  status: "requires_action",
  amount: usd("2490"),
  expiresAt,
  merchant: { name: "Corner Shop", iconUrl: null },
  checkout: { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" },
};

const typed = (...fields: [name: string, type: string][]) => fields.map(([name, type]) => ({ name, type }));

const authorization = {
  domain: {
    name: "USD Coin",
    version: "2",
    chainId: 8453,
    verifyingContract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  },
  types: {
    EIP712Domain: typed(
      ["name", "string"],
      ["version", "string"],
      ["chainId", "uint256"],
      ["verifyingContract", "address"],
    ),
    ReceiveWithAuthorization: typed(
      ["from", "address"],
      ["to", "address"],
      ["value", "uint256"],
      ["validAfter", "uint256"],
      ["validBefore", "uint256"],
      ["nonce", "bytes32"],
    ),
  },
  primaryType: "ReceiveWithAuthorization",
  message: {
    from: buyerAddress,
    to: "0x2a8Af05DE5D0dFeDfD38cBC12DEd41951571c4E1",
    value: "24900000",
    validAfter: "0",
    validBefore: String(expiresAt + 300),
    nonce: "0x5b1c8a2f7e3d9604c1b2a3f4e5d6c7b8a9f0e1d2c3b4a5968778695a4b3c2d1e",
  },
};

const rpc = {
  chainId: "eip155:8453",
  method: "eth_signTypedData_v4",
  params: [buyerAddress.toLowerCase(), JSON.stringify(authorization)],
};

export const action: WireAction = {
  type: "walletRpc",
  data: { chain_id: rpc.chainId, method: rpc.method, params: rpc.params },
  walletRpc: { ...rpc, params: JSON.stringify(rpc.params) },
};

const option: WireOption = {
  id: optionId,
  account: buyerAccount,
  amount: usdc("24900000"),
  balance: "310250000",
  etaS: 30,
  expiresAt,
  exchangeRate: null,
  actions: [action],
  collectData: null,
};

const collectData: WireForm = {
  url: `https://pay.example.com/collect/${paymentId}?accounts=${encodeURIComponent(buyerAccount)}`,
  schema: { ...formSchema },
  fields: [...formFields],
};

const accounts = { accounts: [buyerAccount, `eip155:1:${buyerAddress}`] };
export const signature = `0x${"3f9c0e4b7a1d5286".repeat(8)}1b`;
const confirmation = { optionId, results: [{ type: "walletRpc", data: [signature] }] };
const resultInfo = { optionAmount: usdc("24900000"), txId: collectHash };

export const gatewayPaymentExamples: readonly Example<WireInfo>[] = [{ name: "Open", params, response: info }];

const depositAddress = "0x9c3F6A0B1D2e4C5f7a8B9c0d1E2f3A4b5C6d7E8F";
const depositUntil = expiresAt + 3_600;
const deposit = {
  address: depositAddress,
  uri: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${depositAddress}&uint256=24900000`,
  amount: usdc("24900000"),
  received: usdc("0"),
  pending: usdc("0"),
  missing: usdc("24900000"),
  payableUntil: depositUntil,
};

export const listDepositAssetsExamples: Examples<typeof depositAssets> = [
  {
    name: "One token",
    params,
    response: {
      paymentId,
      live: true,
      assets: [{ asset: usdcOnBase, amount: usdc("24900000") }],
      depositUntil,
      unavailableNetworks: [],
    },
  },
];

const code = `3f9a1c27.${"Zq4Lx0pW".repeat(24)}`;
export const giveDepositAddressExamples: Examples<typeof givenDeposit> = [
  {
    name: "USDC on Base",
    params,
    body: { asset: usdcOnBase },
    response: { paymentId, live: true, ...deposit, depositUntil, code },
  },
];

export const nameRefundAccountExamples: Examples<typeof refundAccount> = [
  {
    name: "An account of the buyer's own",
    params,
    body: { code, account: buyerAccount },
    response: { paymentId, live: true, account: buyerAccount },
  },
];

export const optionsExamples: Examples<typeof paymentOptions> = [
  {
    name: "One option",
    params,
    query: { includePaymentInfo: "true" },
    body: accounts,
    response: {
      paymentId,
      live: true,
      info,
      options: [option],
      collectData: null,
      resultInfo: null,
      unavailableNetworks: [],
      shortfalls: [],
    },
  },
  {
    name: "Buyer data required",
    params,
    body: accounts,
    response: {
      paymentId,
      live: true,
      options: [{ ...option, collectData }],
      collectData,
      resultInfo: null,
      unavailableNetworks: [],
      shortfalls: [],
    },
  },
  {
    name: "Already paid",
    params,
    body: accounts,
    response: {
      paymentId,
      live: true,
      options: null,
      collectData: null,
      resultInfo,
      unavailableNetworks: [],
      shortfalls: [],
    },
  },
];

export const fetchExamples: Examples<typeof fetchedActions> = [
  { name: "One signature", params, body: { optionId }, response: { actions: [action] } },
];

export const confirmExamples: Examples<typeof confirmAnswer> = [
  {
    name: "Accepted",
    params,
    body: confirmation,
    response: { live: true, status: "processing", isFinal: false, pollInMs: 500, info: null },
  },
  {
    name: "With buyer data from the wallet's own form",
    params,
    body: {
      ...confirmation,
      collectedData: {
        fields: [
          { id: "fullName", value: "Ada Lovelace" },
          { id: "dob", value: "1985-12-10" },
          { id: "porCountry", value: "GB" },
          { id: "porAddress", value: "12 St James's Square, London" },
          { id: "tosConfirmed", value: "true" },
        ],
      },
    },
    response: { live: true, status: "processing", isFinal: false, pollInMs: 500, info: null },
  },
  {
    name: "Long-polled to the end",
    params,
    query: { maxPollMs: "20000" },
    body: confirmation,
    response: { live: true, status: "succeeded", isFinal: true, pollInMs: null, info: resultInfo },
  },
];

export const cancelGatewayExamples: Examples<typeof cancelledPayment> = [
  {
    name: "Cancelled",
    params,
    response: {
      paymentId,
      live: true,
      status: "cancelled",
      cancelledAt: "2026-11-20T09:34:12.000Z",
      cancelledReason: "cancelled_by_user",
    },
  },
];
