import type { JsonSchema } from "#lib/api/openapi/json-schema.ts";

/**
 * What each field of the API means, by its name, so that the same field has the same words everywhere. `owner.name`
 * stands before `name`, where the owner is a component, the field around it, or the part of the request.
 */
export const glossary: Readonly<Record<string, string>> = {
  account: "The buyer's account that pays, CAIP-10, spelt as the client spelt it.",
  accountCaip10: "The buyer's account, CAIP-10.",
  accountProviderIcon: "Address of the wallet's icon.",
  accountProviderName: "The wallet's name.",
  accounts: "The buyer's accounts, CAIP-10. Those on chains that are not enabled are passed over.",
  actions: "What the wallet is to do, in this order. One result goes into confirm for each.",
  "PaymentInfo.amount": "What the payment asks for.",
  "PaymentOption.amount": "What the buyer pays with this option; holds until its expiresAt.",
  "body.amount": "What the buyer is to pay, in a fiat currency or in one token.",
  "settlement.amount": "What was delivered; only when settled.",
  "successful.amount": "What was delivered.",
  "totalRevenue.amount": "In major units: 12.5 is 12.50 USD.",
  asset: "The token, CAIP-19. The prefix caip19/ is accepted and left out in answers.",
  "query.asset": "Deprecated, use token_symbol: a token symbol or a CAIP-19 asset. Adds to token_symbol.",
  assetName: "The asset's name.",
  assetSymbol: "The asset's symbol.",
  balance: "What the account has of the token, in smallest units, as digits.",
  bankType: "The kind of bank account.",
  buyer: "Who pays; there once an option is confirmed.",
  cancelledAt: "When it was cancelled.",
  cancelledReason: "Which side cancelled it.",
  chain_id: "The chain, CAIP-2.",
  chainId: "The chain, CAIP-2.",
  checkout: "Where the hosted checkout leads the buyer when the payment has ended, with ?payment_id= added.",
  collectData: "The form that the buyer must fill in first; null where there is none.",
  collectedData: "What the buyer filled in. Left out where the hosted form was used.",
  createdAt: "When it was created.",
  crypto: "Where money in a token goes.",
  currency: "The currency, ISO 4217.",
  cursor: "The nextCursor of the page before, with the same filters and sort.",
  "PaymentList.data": "One page of payments.",
  "WalletAction.data": "The same call, for wallets that read this shape.",
  "body.data": "Accepted; has no effect.",
  "response.data": "One page.",
  "results.data": "The signatures or transaction hashes, 0x-prefixed, in the order of the actions.",
  decimals: "How many digits of the value stand behind the decimal point.",
  deleted: "True, also when it was deleted before.",
  destination: "The wallet that receives the money: CAIP-10, on the chain of the asset.",
  display: "How to show it.",
  endTs: "Only payments created before this moment.",
  errorUrl: "HTTPS address for a payment that ended otherwise.",
  etaS: "How long the payment will take on this chain, in seconds.",
  excludeFromRelayer: "Accepted and stored; has no effect.",
  "PaymentInfo.expiresAt": "When the payment expires, in Unix seconds.",
  "PaymentOption.expiresAt": "Until when this option's amount holds, in Unix seconds.",
  "body.expiresAt": "When the payment expires, in Unix seconds; 60 s to 7 days ahead. 15 minutes when left out.",
  "response.expiresAt": "When the payment expires, in Unix seconds.",
  failureCode: "Why the payment failed, where there is a reason to tell. Only with status failed.",
  fees: "What the service keeps, taken at settlement.",
  fiat: "Where money in a currency goes.",
  fiatAmount: "The amount in a fiat currency.",
  fields: "The form's fields that were filled in.",
  "collectData.fields": "The form's fields, for wallets that draw it themselves and send collectedData.",
  fixed: "The fixed part.",
  gatewayUrl: "The payment link: open it in a browser or a wallet, or show it as a QR code.",
  hash: "The transaction's hash.",
  iconUrl: "Address of the icon.",
  "Merchant.iconUrl": "The logo's address as it was given; buyers see a copy of what was there then.",
  "body.iconUrl":
    "HTTPS address of a square logo, 500 to 4096 px, JPEG, PNG, WebP or AVIF, at most 2 MB. null unsets it.",
  "response.iconUrl": "The logo's address as it was given; buyers see a copy of what was there then.",
  id: "Its id.",
  "fields.id": "Which field of the form.",
  "gateway path.id": "The payment's id, or its payment link, percent-encoded.",
  "payment path.id": "The payment's id.",
  "settlement path.id": "The settlement's id.",
  includePaymentInfo: "Whether the answer holds the payment's info.",
  info: "The transaction that paid; null until the payment has succeeded.",
  "response.info": "Information of the payment or its outcome.",
  isFinal: "True when the status will not change any more and polling can end.",
  isTerminal: "True when the status will not change any more.",
  lastUpdatedAt: "When its status last changed.",
  limit: "How many a page holds at most.",
  maxPollMs: "How long the answer may wait for a change of status, in milliseconds. At most 25 s are granted.",
  merchant: "Who is paid.",
  merchantEmail: "Where the merchant is reached; buyers do not see it.",
  merchantId: "The merchant's id.",
  "query.merchantId": "Only payments of these merchants.",
  merchantName: "The name that buyers see.",
  method: "The RPC method, such as eth_signTypedData_v4.",
  name: "The merchant's name.",
  "fields.name": "What to write beside it.",
  "fields.required": "Whether it has to be there whatever else is. One place is needed too: of birth or of residence.",
  "collectData.schema": "The same form as JSON Schema, draft 2020-12.",
  "collectData.url":
    "Our form, to be shown in a web view. It reports IC_COMPLETE or IC_ERROR; confirm then without collectedData.",
  network: "Only payments made on these chains, CAIP-2.",
  networkIconUrl: "Address of the chain's icon.",
  networkId: "The chain's bare id, such as 8453.",
  networkName: "The chain's name.",
  nextCursor: "Where the next page begins; null on the last one.",
  nonce: "The transaction's nonce.",
  optionAmount: "What the buyer paid.",
  optionId: "The id of the chosen option.",
  options: "What the buyer can pay with, best first. null when the payment has ended.",
  params: "The method's parameters.",
  "walletRpc.params": "The method's parameters as JSON text.",
  paymentId: "The payment's id.",
  percentage: "The part of the amount: 0.4 is 0.4 %.",
  pollInMs: "After how many milliseconds to ask again; null when isFinal.",
  referenceId: "Your own name for the payment, such as an order number. Need not be unique.",
  "query.referenceId": "Only payments whose reference contains this text.",
  refresh: "Accepted; has no effect.",
  resultInfo: "The transaction that paid; null until the payment has succeeded.",
  results: "What the wallet gave: an entry for each action, or one entry that holds them all.",
  search: "Only merchants with this text in their name or id, in any letter case.",
  settled: "Whether the money has reached the merchant's wallet.",
  settledAt: "When the money reached the merchant's wallet.",
  settlement:
    "The transfer to the merchant's wallet; null until it is final, and where the merchant has no entry for the asset.",
  "Payment.settlement": "The transfer to the merchant's wallet; left out where there is nothing to report.",
  settlements: "Where the merchant's money goes.",
  sortBy: "What to sort by. Ties are broken by id.",
  sortDir: "Ascending or descending.",
  startTs: "Only payments created at this moment or later.",
  stats: "Figures of all payments that match, not of this page alone.",
  status: "The payment's state.",
  "Merchant.status": "Only an active merchant takes new payments.",
  "fiat.status": "The state of this entry.",
  "query.status": "Only those in this state.",
  "response.status": "Its state.",
  successUrl: "HTTPS address for a payment that succeeded.",
  successful: "The transfer, once it is final.",
  token_symbol: "Only payments made in tokens of these symbols, such as USDC.",
  tokenAmount: "The amount in the token that was chosen.",
  total: "All fees together.",
  totalCount: "How many match, on all pages.",
  totalCustomers: "How many different buyers paid.",
  totalRevenue: "What succeeded payments brought, by currency.",
  totalTransactions: "How many payments match.",
  transaction: "The transaction that collects the money.",
  txHash: "The transfer's hash; only when settled.",
  txId: "The transaction's hash.",
  type: "Always walletRpc.",
  unit: "The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency.",
  updatedAt: "When it was last changed.",
  value: "A whole number of the asset's smallest unit, as decimal digits.",
  "fields.type": "How to ask for it.",
  "fields.value": "What was filled in, as text.",
  walletRpc: "The call, for wallets that read this shape.",
};

/** A copy of a schema in which every field has a description; one that the schema itself gives stays. */
export function describeFields(schema: JsonSchema, owner: string): JsonSchema {
  const described = { ...schema };
  for (const key of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = schema[key];
    if (parts !== undefined) described[key] = parts.map((part) => describeFields(part as JsonSchema, owner));
  }
  if (isSchema(schema.items)) described.items = describeFields(schema.items, owner);
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, describeField(field, name, owner)]);
    described.properties = Object.fromEntries(fields);
  }
  return described;
}

function describeField(field: unknown, name: string, owner: string): unknown {
  if (!isSchema(field)) return field;
  const description = field.description ?? glossary[`${owner}.${name}`] ?? glossary[name];
  return { ...describeFields(field, name), ...(description === undefined ? {} : { description }) };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
