import { defineRoute, defineWriteRoute } from "#lib/api/define-route.ts";
import {
  createMerchant,
  getMerchant,
  listSettlements,
  registerCryptoSettlements,
} from "#lib/api/operations/merchants.ts";
import { presentFetchedMerchant, presentMerchant } from "#lib/api/presenters/merchant.ts";
import { createMerchant as writeMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { getMerchant as readMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { registerCryptoSettlements as writeSettlements } from "#lib/domain/settlements/register-crypto-settlements.ts";

export const merchantsRoutes = [
  defineWriteRoute(createMerchant, {
    prepare: async ({ body }) => ({
      name: body.merchantName,
      email: body.merchantEmail,
      iconUrl: body.iconUrl ?? null,
    }),
    write: async (tx, fields, { caller }) => {
      const merchant = await writeMerchant(tx, caller.scope, fields);
      return { ...presentMerchant(merchant), merchantId: merchant.id };
    },
  }),
];

export const merchantRoutes = [
  defineRoute(getMerchant, async ({ caller, params }) => {
    const { merchant, settlements } = await readMerchant(caller.scope, params.merchantId);
    return presentFetchedMerchant(merchant, settlements);
  }),
];

export const settlementsRoutes = [
  defineRoute(listSettlements, async ({ caller, params }) => {
    return (await readMerchant(caller.scope, params.merchantId)).settlements;
  }),
];

export const cryptoSettlementsRoutes = [
  defineWriteRoute(registerCryptoSettlements, {
    prepare: async ({ body }) => body.settlements,
    write: async (tx, entries, { caller, params }) => ({
      settlements: await writeSettlements(tx, caller.scope, params.merchantId, entries),
    }),
  }),
];
