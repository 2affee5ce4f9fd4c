import { z } from "zod";
import { modeOf } from "#lib/core/account-mode.ts";
import { isId } from "#lib/core/ids.ts";
import { plainText } from "#lib/core/text.ts";
import { presentDestination, presentMerchantSummary, presentNetwork } from "#lib/dashboard/present/merchant.ts";
import { presentFiat, presentMoney, presentToken } from "#lib/dashboard/present/money.ts";
import { shownState } from "#lib/dashboard/present/payment.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { getMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { listMerchantHistory } from "#lib/domain/merchants/list-merchant-history.ts";
import { listMerchantSummaries } from "#lib/domain/merchants/list-merchant-summaries.ts";
import { listMerchants } from "#lib/domain/merchants/list-merchants.ts";
import { listFiatDestinations } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";
import { listSettlementNetworks } from "#lib/domain/merchants/settlement-destinations/list-settlement-networks.ts";
import { countMerchantsWithoutDestination } from "#lib/domain/merchants/without-destination.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { sumHeldPayouts } from "#lib/domain/payments/payouts/held-repository.ts";
import { listPayments } from "#lib/domain/payments/reading/list-payments.ts";
import { env } from "#lib/env/env.ts";

const pageSize = 50;
const latestPayments = 5;
const latestChanges = 20;

const position = z.tuple([
  z.iso.datetime({ precision: 3 }).startsWith("20"),
  z.string().refine((text) => isId("mrch", text), "is not a merchant ID"),
]);

/** A page of matching merchants, newest first, with counts of all of them. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({
    search: plainText.max(256).optional(),
    status: z.enum(["active", "inactive", "suspended"]).optional(),
    lacksDestination: z.boolean().optional(),
    after: position.nullish(),
  }),
  async resolve({ scope }, { after, search, ...rest }) {
    const filter = { ...rest, search: search === "" ? undefined : search };
    const [page, lackingCount] = await Promise.all([
      listMerchants(scope, filter, { after: after ?? null, limit: pageSize }),
      countMerchantsWithoutDestination(scope),
    ]);
    const looks = await listMerchantSummaries(
      scope,
      page.merchants.map(({ id }) => id),
    );
    return {
      merchants: page.merchants.map((merchant) => presentMerchantSummary(merchant, looks.get(merchant.id))),
      next: page.next,
      totalCount: page.totalCount,
      lackingCount,
    };
  },
});

const oneMerchant = z.strictObject({ merchantId: z.string() });

/** A merchant with its settlement destinations. */
const get = defineQuery({
  right: "read",
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    const { merchant, destinations: settlements } = await getMerchant(scope, merchantId);
    const [looks, fiat] = await Promise.all([
      listMerchantSummaries(scope, [merchant.id]),
      listFiatDestinations(scope, merchant.id),
    ]);
    const crypto = settlements.crypto.map(presentDestination);
    const destinationDelayHours = env().DESTINATION_DELAY_HOURS;
    return { ...presentMerchantSummary(merchant, looks.get(merchant.id)), crypto, fiat, destinationDelayHours };
  },
});

/** The merchant's totals, its open and held payments, and the latest ones. */
const figures = defineQuery({
  right: "read",
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    const { merchant } = await getMerchant(scope, merchantId);
    const read = (statuses: readonly PaymentStatus[], limit: number) =>
      listPayments(
        {
          partnerId: scope.partnerId,
          merchantIds: [merchant.id],
          statuses,
          assets: null,
          from: null,
          until: null,
          reference: null,
        },
        { by: "date", direction: "desc" },
        { after: null, limit },
      );
    const [all, succeeded, open, unsettled] = await Promise.all([
      read([], latestPayments),
      read(["succeeded"], 1),
      read(["requires_action", "processing"], 1),
      sumHeldPayouts({ ...scope, merchantId: merchant.id }),
    ]);
    return {
      payments: all.statistics.payments,
      customers: all.statistics.customers,
      succeeded: succeeded.statistics.payments,
      open: open.statistics.payments,
      revenue: all.statistics.revenue.map(({ currency, value }) => presentFiat(currency, value)),
      unsettled: unsettled.map(({ asset, amount, payments }) => ({
        amount: presentToken(asset, amount),
        payments,
      })),
      latest: all.payments.map((payment) => presentLatest(payment, all.now)),
    };
  },
});

function presentLatest(payment: ListedPayment, now: Date) {
  const { id, referenceId, amount, createdAt } = payment;
  const state = shownState(payment, statusAt(payment, now));
  return { id, referenceId, state, amount: presentMoney(amount), createdAt: createdAt.toISOString() };
}

/** Changes to a merchant or its destinations, out of the audit log. */
const history = defineQuery({
  right: "audit:read",
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    const changes = await listMerchantHistory(scope, merchantId, latestChanges);
    return { changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
  },
});

/** The networks and tokens that payouts support. */
const networks = defineQuery({
  right: "read",
  input: z.strictObject({}),
  resolve: async ({ scope }) => ({
    networks: (await listSettlementNetworks(modeOf(scope.partnerId))).map(presentNetwork),
  }),
});

export const merchantQueries = {
  "merchants.list": list,
  "merchants.get": get,
  "merchants.figures": figures,
  "merchants.history": history,
  "merchants.networks": networks,
};
