import { z } from "zod";
import {
  changeSettlementExamples,
  createMerchantExamples,
  deleteMerchantExamples,
  deleteSettlementExamples,
  fetchMerchantExamples,
  listMerchantsExamples,
  listSettlementsExamples,
  registerSettlementsExamples,
  updateMerchantExamples,
} from "#lib/api/openapi/examples/merchants.ts";
import { defineOperation } from "#lib/api/operation.ts";
import {
  changeSettlementBody,
  createdMerchant,
  createMerchantBody,
  cryptoSettlement,
  cryptoSettlementPath,
  deleted,
  fetchedMerchant,
  merchantList,
  merchantPath,
  merchantRecord,
  merchantsQuery,
  registeredSettlements,
  registerSettlementsBody,
  settlements,
  updateMerchantBody,
} from "#lib/api/schemas/merchant.ts";

const noQuery = z.strictObject({});
const noBody = z.undefined();

export const createMerchantOperation = defineOperation({
  operationId: "createMerchant",
  method: "POST",
  path: "/v1/merchants",
  summary: "Create a merchant",
  description: "The logo, where there is one, is fetched and checked now; buyers see our copy of it.",
  audience: "partner",
  permission: "merchants:write",
  params: z.object({}),
  query: noQuery,
  body: createMerchantBody,
  response: { status: 201, schema: createdMerchant },
  errors: ["invalid_params", "params_validation", "missing_idempotency_key", "idempotency_conflict"],
  examples: createMerchantExamples,
  idempotency: "required",
});

export const listMerchantsOperation = defineOperation({
  operationId: "listMerchants",
  method: "GET",
  path: "/v1/merchants",
  summary: "List the partner's merchants, newest first",
  description: "Deleted merchants are not among them.",
  audience: "partner",
  permission: "merchants:read",
  params: z.object({}),
  query: merchantsQuery,
  body: noBody,
  response: { status: 200, schema: merchantList },
  errors: ["invalid_params", "params_validation"],
  examples: listMerchantsExamples,
});

export const getMerchantOperation = defineOperation({
  operationId: "getMerchant",
  method: "GET",
  path: "/v1/merchants/{merchantId}",
  summary: "Fetch a merchant with its settlements",
  audience: "partner",
  permission: "merchants:read",
  params: merchantPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: fetchedMerchant },
  errors: ["params_validation", "not_found"],
  examples: fetchMerchantExamples,
});

export const updateMerchantOperation = defineOperation({
  operationId: "updateMerchant",
  method: "PATCH",
  path: "/v1/merchants/{merchantId}",
  summary: "Update a merchant's profile",
  description: "What is left out stays as it is. A new logo is fetched and checked before anything changes.",
  audience: "partner",
  permission: "merchants:write",
  params: merchantPath,
  query: noQuery,
  body: updateMerchantBody,
  response: { status: 200, schema: merchantRecord },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: updateMerchantExamples,
});

export const deleteMerchantOperation = defineOperation({
  operationId: "deleteMerchant",
  method: "DELETE",
  path: "/v1/merchants/{merchantId}",
  summary: "Delete a merchant; what it has been paid stays",
  description: "It takes no new payments and is listed no more. Deleting it again answers the same.",
  audience: "partner",
  permission: "merchants:write",
  params: merchantPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: deleted },
  errors: ["params_validation", "not_found"],
  examples: deleteMerchantExamples,
});

export const listSettlementsOperation = defineOperation({
  operationId: "listSettlements",
  method: "GET",
  path: "/v1/merchants/{merchantId}/settlements",
  summary: "List a merchant's settlement destinations",
  audience: "partner",
  permission: "merchants:read",
  params: merchantPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: settlements },
  errors: ["params_validation", "not_found"],
  examples: listSettlementsExamples,
});

export const registerCryptoSettlementsOperation = defineOperation({
  operationId: "registerCryptoSettlements",
  method: "POST",
  path: "/v1/merchants/{merchantId}/settlements/crypto",
  summary: "Register crypto settlements",
  description: "All of them or none. Addresses are checked against their checksum and kept with it.",
  audience: "partner",
  permission: "settlements:write",
  params: merchantPath,
  query: noQuery,
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
  summary: "Change where a crypto settlement goes",
  description: "The destination in force when a payment succeeds is the one that it is settled to.",
  audience: "partner",
  permission: "settlements:write",
  params: cryptoSettlementPath,
  query: noQuery,
  body: changeSettlementBody,
  response: { status: 200, schema: cryptoSettlement },
  errors: ["invalid_params", "params_validation", "not_found"],
  examples: changeSettlementExamples,
});

export const deleteCryptoSettlementOperation = defineOperation({
  operationId: "deleteCryptoSettlement",
  method: "DELETE",
  path: "/v1/merchants/{merchantId}/settlements/crypto/{id}",
  summary: "Remove a crypto settlement; later payments in the asset are not settled",
  audience: "partner",
  permission: "settlements:write",
  params: cryptoSettlementPath,
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: deleted },
  errors: ["params_validation", "not_found"],
  examples: deleteSettlementExamples,
});
