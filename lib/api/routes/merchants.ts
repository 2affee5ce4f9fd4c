import { defineRoute, defineWriteRoute } from "#lib/api/define-route.ts";
import {
  changeCryptoSettlement,
  createMerchant,
  deleteCryptoSettlement,
  deleteMerchant,
  getMerchant,
  listMerchants,
  listSettlements,
  registerCryptoSettlements,
  updateMerchant,
} from "#lib/api/operations/merchants.ts";
import {
  presentDeleted,
  presentFetchedMerchant,
  presentMerchant,
  presentMerchantList,
} from "#lib/api/presenters/merchant.ts";
import { createMerchant as writeMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { deleteMerchant as removeMerchant } from "#lib/domain/merchants/delete-merchant.ts";
import { getMerchant as readMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { listMerchants as readMerchants } from "#lib/domain/merchants/list-merchants.ts";
import { fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { changeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/change-settlement-destination.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { removeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/remove-settlement-destination.ts";
import { updateMerchant as changeMerchant } from "#lib/domain/merchants/update-merchant.ts";
import { readCursor, timePosition, writeCursor } from "#lib/edge/cursor.ts";

/** What an `iconUrl` asks for: an icon with what is there now, none (null), or no change (undefined). */
async function fetchIcon(url: string | null | undefined): Promise<MerchantIcon | null | undefined> {
  return typeof url === "string" ? { url, logo: await fetchLogo(url) } : url;
}

export const merchantsRoutes = [
  defineRoute(listMerchants, async ({ caller, query: { cursor, limit, ...filters } }) => {
    const { operationId } = listMerchants;
    const listing = { operationId, scope: caller.scope, sort: "createdAt desc", filters };
    const after = readCursor(listing, cursor, timePosition("mrch"));
    const page = await readMerchants(caller.scope, filters, { after, limit });
    return presentMerchantList(page, page.next && writeCursor(listing, page.next));
  }),
  defineWriteRoute(createMerchant, {
    prepare: async ({ body }) => ({
      name: body.merchantName,
      email: body.merchantEmail,
      icon: (await fetchIcon(body.iconUrl)) ?? null,
    }),
    write: async (tx, fields, { caller }) => {
      const merchant = await writeMerchant(tx, caller.scope, fields);
      return { ...presentMerchant(merchant), merchantId: merchant.id };
    },
  }),
];

export const merchantRoutes = [
  defineRoute(getMerchant, async ({ caller, params }) => {
    const { merchant, destinations: settlements } = await readMerchant(caller.scope, params.merchantId);
    return presentFetchedMerchant(merchant, settlements);
  }),
  defineWriteRoute(updateMerchant, {
    prepare: async ({ caller, params, body }) => {
      // Nothing is fetched for a merchant that is not there.
      if (body.iconUrl) await readMerchant(caller.scope, params.merchantId);
      return { name: body.merchantName, email: body.merchantEmail, icon: await fetchIcon(body.iconUrl) };
    },
    write: async (tx, changes, { caller, params }) =>
      presentMerchant(await changeMerchant(tx, caller.scope, params.merchantId, changes)),
  }),
  defineWriteRoute(deleteMerchant, {
    prepare: async ({ params }) => params.merchantId,
    write: async (tx, id, { caller }) => presentDeleted(await removeMerchant(tx, caller.scope, id)),
  }),
];

export const settlementsRoutes = [
  defineRoute(listSettlements, async ({ caller, params }) => {
    return (await readMerchant(caller.scope, params.merchantId)).destinations;
  }),
];

export const cryptoSettlementsRoutes = [
  defineWriteRoute(registerCryptoSettlements, {
    prepare: async ({ body }) => body.settlements,
    write: async (tx, entries, { caller, params }) => ({
      settlements: await registerSettlementDestinations(tx, caller.scope, params.merchantId, entries),
    }),
  }),
];

export const cryptoSettlementRoutes = [
  defineWriteRoute(changeCryptoSettlement, {
    prepare: async ({ body }) => body.destination,
    write: (tx, destination, { caller, params }) =>
      changeSettlementDestination(tx, caller.scope, params.merchantId, params.id, destination),
  }),
  defineWriteRoute(deleteCryptoSettlement, {
    prepare: async ({ params }) => params,
    write: async (tx, { merchantId, id }, { caller }) =>
      presentDeleted(await removeSettlementDestination(tx, caller.scope, merchantId, id)),
  }),
];
