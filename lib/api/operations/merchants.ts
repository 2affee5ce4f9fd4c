import { z } from "zod";
import { defineOperation } from "#lib/api/operation.ts";
import {
  createdMerchant,
  createMerchantBody,
  fetchedMerchant,
  merchantPath,
  registeredSettlements,
  registerSettlementsBody,
  settlements,
} from "#lib/api/schemas/merchant.ts";

const noQuery = z.strictObject({});
const noBody = z.undefined();

export const createMerchant = defineOperation({
  operationId: "createMerchant",
  method: "POST",
  path: "/v1/merchants",
  summary: "Create a merchant",
  audience: "partner",
  permission: "merchants:write",
  params: z.object({}),
  query: noQuery,
  body: createMerchantBody,
  response: { status: 201, schema: createdMerchant },
  errors: ["invalid_params", "params_validation", "missing_idempotency_key", "idempotency_conflict"],
  idempotency: "required",
});

export const getMerchant = defineOperation({
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
});

export const listSettlements = defineOperation({
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
});

export const registerCryptoSettlements = defineOperation({
  operationId: "registerCryptoSettlements",
  method: "POST",
  path: "/v1/merchants/{merchantId}/settlements/crypto",
  summary: "Register crypto settlements",
  audience: "partner",
  permission: "settlements:write",
  params: merchantPath,
  query: noQuery,
  body: registerSettlementsBody,
  response: { status: 201, schema: registeredSettlements },
  errors: ["invalid_params", "params_validation", "not_found", "settlement_asset_conflict", "idempotency_conflict"],
  idempotency: "honoured",
});
