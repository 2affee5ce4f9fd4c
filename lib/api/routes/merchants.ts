import { defineListRoute, defineRoute, defineWriteRoute } from "#lib/api/define-route.ts";
import {
  changeCryptoSettlementOperation,
  createMerchantOperation,
  deleteCryptoSettlementOperation,
  deleteMerchantOperation,
  getMerchantOperation,
  listHeldOperation,
  listMerchantsOperation,
  listSettlementsOperation,
  payOutHeldOperation,
  registerCryptoSettlementsOperation,
  updateMerchantOperation,
} from "#lib/api/operations/merchants.ts";
import { presentHeldMoney, presentHeldPayout, presentHeldSum } from "#lib/api/presenters/held-money.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import {
  presentDeleted,
  presentFetchedMerchant,
  presentMerchant,
  presentMerchantList,
  presentSettlement,
  presentSettlements,
} from "#lib/api/presenters/merchant.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { createMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { deleteMerchant } from "#lib/domain/merchants/delete-merchant.ts";
import { getMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { listMerchants } from "#lib/domain/merchants/list-merchants.ts";
import { fetchIcon } from "#lib/domain/merchants/logos/fetch-icon.ts";
import type { MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { changeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/change-settlement-destination.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { removeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/remove-settlement-destination.ts";
import {
  screenDestinations,
  screenSettlements,
} from "#lib/domain/merchants/settlement-destinations/screen-destinations.ts";
import { requireDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { updateMerchant } from "#lib/domain/merchants/update-merchant.ts";
import { parseAsset, requestBulkPayout } from "#lib/domain/payments/payouts/bulk/request-bulk-payout.ts";
import { getHeldMoneyOf, sumPayableIn } from "#lib/domain/payments/payouts/held/held-money.ts";

/**
 * The change that an `iconUrl` asks for: a newly fetched icon, none (null), or no change (undefined), also
 * for the URL that is set already, because the copy of its file stays.
 */
async function changeIcon(
  { partnerId }: PartnerScope,
  url: string | null | undefined,
  current: string | null,
): Promise<MerchantIcon | null | undefined> {
  if (url === current || url === undefined) return undefined;
  return fetchIcon(partnerId, url);
}

export const merchantsRoutes = [
  defineListRoute(listMerchantsOperation, async ({ caller, query }, { page, nextCursor }) => {
    const merchants = await listMerchants(caller.scope, query, page);
    return presentMerchantList(merchants, caller.scope, nextCursor(merchants.next));
  }),
  defineWriteRoute(createMerchantOperation, {
    prepare: async ({ caller, body }) => ({
      name: body.merchantName,
      email: body.merchantEmail,
      icon: (await changeIcon(caller.scope, body.iconUrl, null)) ?? null,
      // Payments in an asset without a destination are accepted, and not settled automatically (docs/contract.md).
      onlySettleableTokens: body.onlySettleableTokens ?? false,
      supportContact: body.supportContact,
      brandColor: body.brandColor,
    }),
    write: async (tx, fields, { caller }) => {
      const merchant = await createMerchant(tx, caller.scope, fields);
      return { ...presentMerchant(merchant, caller.scope), merchantId: merchant.id };
    },
  }),
];

export const merchantRoutes = [
  defineRoute(getMerchantOperation, async ({ caller, params }) => {
    const { merchant, destinations: settlements } = await getMerchant(caller.scope, params.merchantId);
    return presentFetchedMerchant(merchant, caller.scope, settlements);
  }),
  defineWriteRoute(updateMerchantOperation, {
    prepare: async ({ caller, params, body }) => {
      // Checked first, so that nothing is fetched for an unknown merchant.
      const current = body.iconUrl ? (await getMerchant(caller.scope, params.merchantId)).merchant.iconUrl : null;
      const { merchantName: name, merchantEmail: email, iconUrl: _, ...settings } = body;
      const icon = body.iconUrl === null ? null : await changeIcon(caller.scope, body.iconUrl, current);
      return { name, email, icon, ...settings };
    },
    write: async (tx, changes, { caller, params }) =>
      presentMerchant(await updateMerchant(tx, caller.scope, params.merchantId, changes), caller.scope),
  }),
  defineWriteRoute(deleteMerchantOperation, {
    prepare: async ({ params }) => params.merchantId,
    write: async (tx, id, { caller }) => presentDeleted(await deleteMerchant(tx, caller.scope, id), caller.scope),
  }),
];

export const settlementsRoutes = [
  defineRoute(listSettlementsOperation, async ({ caller, params }) => {
    return presentSettlements((await getMerchant(caller.scope, params.merchantId)).destinations, caller.scope);
  }),
];

export const cryptoSettlementsRoutes = [
  defineWriteRoute(registerCryptoSettlementsOperation, {
    prepare: async ({ body: { settlements } }) => {
      await screenSettlements(settlements);
      return settlements;
    },
    write: async (tx, entries, { caller: { scope }, params: { merchantId } }) => {
      const settlements = await registerSettlementDestinations(tx, scope, merchantId, entries);
      const inForce = settlements.filter(({ pending }) => pending === null);
      const held = await sumPayableIn(tx, scope, merchantId, inForce);
      return {
        ...presentLive(scope),
        settlements: settlements.map((settlement) => presentSettlement(settlement, scope)),
        held: held.map(presentHeldSum),
      };
    },
  }),
];

export const cryptoSettlementRoutes = [
  defineWriteRoute(changeCryptoSettlementOperation, {
    prepare: async ({ body: { destination } }) => {
      await screenDestinations([{ field: "destination", account: destination }]);
      return destination;
    },
    write: async (tx, destination, { caller: { scope }, params: { merchantId, id } }) =>
      presentSettlement(await changeSettlementDestination(tx, scope, merchantId, id, destination), scope),
  }),
  defineWriteRoute(deleteCryptoSettlementOperation, {
    prepare: async ({ params }) => params,
    write: async (tx, { merchantId, id }, { caller }) =>
      presentDeleted(await removeSettlementDestination(tx, caller.scope, merchantId, id), caller.scope),
  }),
];

export const heldSettlementsRoutes = [
  defineRoute(listHeldOperation, async ({ caller, params }) =>
    presentHeldMoney(await getHeldMoneyOf(caller.scope, params.merchantId), caller.scope),
  ),
  defineWriteRoute(payOutHeldOperation, {
    prepare: async ({ body: { asset, destination }, caller: { scope }, params: { merchantId } }) => {
      if (destination !== undefined) {
        await screenDestinations([{ field: "destination", account: destination }]);
        await requireDestinationOfDeleted(scope, merchantId, parseAsset(asset), destination);
      }
      return asset;
    },
    write: async (tx, asset, { caller: { scope }, params: { merchantId } }) => {
      return presentHeldPayout(await requestBulkPayout(tx, scope, merchantId, asset));
    },
  }),
];
