import { z } from "zod";
import {
  changeSettlementExamples,
  createMerchantExamples,
  deleteMerchantExamples,
  deleteSettlementExamples,
  fetchMerchantExamples,
  listHeldExamples,
  listMerchantsExamples,
  listSettlementsExamples,
  payOutHeldExamples,
  registerSettlementsExamples,
  updateMerchantExamples,
} from "#lib/api/openapi/examples/merchants.ts";
import { defineOperation, withoutBody, withoutQuery } from "#lib/api/operation.ts";
import {
  changeSettlementBody,
  createdMerchant,
  createMerchantBody,
  cryptoSettlement,
  cryptoSettlementPath,
  deleted,
  deletedSettlement,
  fetchedMerchant,
  heldMoney,
  heldPayout,
  merchantList,
  merchantPath,
  merchantRecord,
  merchantsQuery,
  payOutHeldBody,
  registeredSettlements,
  registerSettlementsBody,
  settlements,
  updateMerchantBody,
} from "#lib/api/schemas/merchant.ts";

export const createMerchantOperation = defineOperation({
  operationId: "createMerchant",
  method: "POST",
  path: "/v1/merchants",
  summary: "Create a merchant",
  description:
    "The logo is fetched and checked during the call; buyers see our copy of it. Buyers can pay with every token; money in a token without a settlement destination is held. Set onlySettleableTokens to offer them only the tokens that have one.",
  audience: "partner",
  permission: "merchants:write",
  params: z.object({}),
  query: withoutQuery,
  body: createMerchantBody,
  response: { status: 201, schema: createdMerchant },
  errors: ["invalid_params", "params_validation", "missing_idempotency_key", "invalid_state", "idempotency_conflict"],
  examples: createMerchantExamples,
  idempotency: "required",
});

export const listMerchantsOperation = defineOperation({
  operationId: "listMerchants",
  method: "GET",
  path: "/v1/merchants",
  summary: "List merchants",
  description: "Returns merchants newest first, without deleted ones.",
  audience: "partner",
  permission: "merchants:read",
  params: z.object({}),
  query: merchantsQuery,
  body: withoutBody,
  response: { status: 200, schema: merchantList },
  errors: ["invalid_params", "params_validation"],
  examples: listMerchantsExamples,
});

export const getMerchantOperation = defineOperation({
  operationId: "getMerchant",
  method: "GET",
  path: "/v1/merchants/{merchantId}",
  summary: "Fetch a merchant with its settlements",
  description:
    "Returns the profile and the settlement destinations of one of your merchants. A deleted merchant is not found.",
  audience: "partner",
  permission: "merchants:read",
  params: merchantPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: fetchedMerchant },
  errors: ["params_validation", "not_found"],
  examples: fetchMerchantExamples,
});

export const updateMerchantOperation = defineOperation({
  operationId: "updateMerchant",
  method: "PATCH",
  path: "/v1/merchants/{merchantId}",
  summary: "Update a merchant's profile",
  description:
    "Fields you leave out stay as they are. A new logo is fetched and checked before anything changes; an iconUrl that is set already is not fetched again.",
  audience: "partner",
  permission: "merchants:write",
  params: merchantPath,
  query: withoutQuery,
  body: updateMerchantBody,
  response: { status: 200, schema: merchantRecord },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: updateMerchantExamples,
});

export const deleteMerchantOperation = defineOperation({
  operationId: "deleteMerchant",
  method: "DELETE",
  path: "/v1/merchants/{merchantId}",
  summary: "Delete a merchant",
  description:
    "A deleted merchant accepts no new payments and is no longer listed. Its existing payments stay: they can be read, listed and cancelled. Repeating the call returns the same response.",
  audience: "partner",
  permission: "merchants:write",
  params: merchantPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: deleted },
  errors: ["params_validation", "not_found"],
  examples: deleteMerchantExamples,
});

export const listSettlementsOperation = defineOperation({
  operationId: "listSettlements",
  method: "GET",
  path: "/v1/merchants/{merchantId}/settlements",
  summary: "List a merchant's settlement destinations",
  description: "Returns the crypto and fiat destinations of one of your merchants.",
  audience: "partner",
  permission: "merchants:read",
  params: merchantPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: settlements },
  errors: ["params_validation", "not_found"],
  examples: listSettlementsExamples,
});

export const registerCryptoSettlementsOperation = defineOperation({
  operationId: "registerCryptoSettlements",
  method: "POST",
  path: "/v1/merchants/{merchantId}/settlements/crypto",
  summary: "Register crypto settlements",
  description:
    "Registers all entries or none. Addresses are verified against their checksum and stored with it. The addresses of the service itself (relayer wallets and payment routers) are refused. The response names the money that is already held in these assets; it stays held until you pay it out.",
  audience: "partner",
  permission: "settlements:write",
  params: merchantPath,
  query: withoutQuery,
  body: registerSettlementsBody,
  response: { status: 201, schema: registeredSettlements },
  errors: ["invalid_params", "params_validation", "not_found", "settlement_asset_conflict", "idempotency_conflict"],
  examples: registerSettlementsExamples,
  idempotency: "honoured",
});

export const changeCryptoSettlementOperation = defineOperation({
  operationId: "changeCryptoSettlement",
  method: "PUT",
  path: "/v1/merchants/{merchantId}/settlements/crypto/{id}",
  summary: "Change a crypto settlement's destination",
  description: "A payment is settled to the destination that is set when the buyer confirms it.",
  audience: "partner",
  permission: "settlements:write",
  params: cryptoSettlementPath,
  query: withoutQuery,
  body: changeSettlementBody,
  response: { status: 200, schema: cryptoSettlement },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: changeSettlementExamples,
});

export const deleteCryptoSettlementOperation = defineOperation({
  operationId: "deleteCryptoSettlement",
  method: "DELETE",
  path: "/v1/merchants/{merchantId}/settlements/crypto/{id}",
  summary: "Delete a crypto settlement",
  description:
    "The money of later payments in the asset is held by the service until a destination is added and the payout requested.",
  audience: "partner",
  permission: "settlements:write",
  params: cryptoSettlementPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: deletedSettlement },
  errors: ["params_validation", "not_found"],
  examples: deleteSettlementExamples,
});

export const listHeldOperation = defineOperation({
  operationId: "listHeldMoney",
  method: "GET",
  path: "/v1/merchants/{merchantId}/settlements/held",
  summary: "List the money that is held for a merchant",
  description:
    "Money of payments whose merchant had no settlement destination for the asset, with the latest order to pay it out. Also for a deleted merchant.",
  audience: "partner",
  permission: "merchants:read",
  params: merchantPath,
  query: withoutQuery,
  body: withoutBody,
  response: { status: 200, schema: heldMoney },
  errors: ["params_validation", "not_found"],
  examples: listHeldExamples,
});

export const payOutHeldOperation = defineOperation({
  operationId: "payOutHeldMoney",
  method: "POST",
  path: "/v1/merchants/{merchantId}/settlements/held",
  summary: "Pay out the money that is held for a merchant",
  description:
    "Orders the payout of everything that is held in one asset to the merchant's settlement destination. The payouts are sent one by one; follow them with GET on the same path. While an order is running, the same order is returned. Changing the destination stops it. Held money of a deleted merchant can go to another wallet, which this request names.",
  audience: "partner",
  permission: "settlements:write",
  params: merchantPath,
  query: withoutQuery,
  body: payOutHeldBody,
  response: { status: 201, schema: heldPayout },
  errors: ["invalid_params", "params_validation", "not_found", "invalid_state", "idempotency_conflict"],
  examples: payOutHeldExamples,
  idempotency: "honoured",
});
