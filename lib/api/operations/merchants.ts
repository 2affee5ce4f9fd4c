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
import { defineListOperation, defineOperation, withoutBody, withoutQuery } from "#lib/api/operation.ts";
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
import { timePosition } from "#lib/edge/cursor.ts";

export const createMerchantOperation = defineOperation({
  operationId: "createMerchant",
  group: "Merchants",
  place: 10,
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

const newestFirst = { sort: "createdAt desc", position: timePosition("mrch") };

export const listMerchantsOperation = defineListOperation({
  operationId: "listMerchants",
  group: "Merchants",
  place: 20,
  method: "GET",
  path: "/v1/merchants",
  summary: "List merchants",
  description: "Returns merchants newest first, without deleted ones.",
  audience: "partner",
  permission: "merchants:read",
  params: z.object({}),
  query: merchantsQuery,
  cursor: () => newestFirst,
  body: withoutBody,
  response: { status: 200, schema: merchantList },
  errors: ["invalid_params", "params_validation"],
  examples: listMerchantsExamples,
});

export const getMerchantOperation = defineOperation({
  operationId: "getMerchant",
  group: "Merchants",
  place: 30,
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
  group: "Merchants",
  place: 40,
  method: "PATCH",
  path: "/v1/merchants/{merchantId}",
  summary: "Update a merchant's profile or status",
  description:
    "Fields you leave out stay as they are. A new logo is fetched and checked before anything changes; an iconUrl that is set already is not fetched again. A suspended merchant accepts no new payments until its status is active again.",
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
  group: "Merchants",
  place: 50,
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
  group: "Settlements",
  place: 20,
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
  group: "Settlements",
  place: 10,
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
  group: "Settlements",
  place: 30,
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
  group: "Settlements",
  place: 40,
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
  group: "Settlements",
  place: 50,
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
  group: "Settlements",
  place: 60,
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
