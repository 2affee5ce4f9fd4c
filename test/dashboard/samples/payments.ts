import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { saveView } from "#lib/domain/partners/users/saved-views/save-view.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { setWaits } from "#lib/domain/payments/payouts/repository.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import type { Place } from "#test/dashboard/place.ts";
import { addDestination } from "#test/dashboard/samples/merchants.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";

const key = "0123456789abcdef0123456789abcdef";
const view = { name: "Open", filter: { statuses: ["requires_action"] } };
const ownViews = "a member's own views are no data of the partner";

/** Creates a payment that succeeded without a settlement destination. */
async function unsettled(place: Place) {
  const paymentId = await createTestPayment(place);
  await payWithPayout(paymentId);
  return paymentId;
}

/** Orders a payout that isn't worth its gas. */
async function waiting(place: Place) {
  const paymentId = await unsettled(place);
  await addDestination(place);
  await inTransaction((tx) => payOutNow(tx, { partnerId: place.partnerId, merchantId: null }, paymentId));
  await setWaits(database, [paymentId], "gas_price");
  return paymentId;
}

/** Requests a refund from the merchant's wallet. */
async function requestRefund(place: Place) {
  const paymentId = await createTestPayment(place);
  await bringTo(paymentId, "succeeded");
  await applyEvent(paymentId, "settled");
  const { refund } = await inTransaction((tx) =>
    createRefund(
      tx,
      { partnerId: place.partnerId, merchantId: null },
      { paymentId, mode: "request", least: null, isBuyerDeclined: false },
    ),
  );
  return refund.id;
}

export const paymentSamples: Samples = {
  queries: {
    "payments.list": { input: ({ merchantId }) => ({ merchants: [merchantId], search: "order" }) },
    "payments.live": { input: ({ paymentId }) => ({ ids: [paymentId] }) },
    "payments.statistics": { input: ({ merchantId }) => ({ merchants: [merchantId] }) },
    "payments.detail": { input: ({ paymentId }) => ({ paymentId }) },
    "payments.merchants": { input: ({ merchantId }) => ({ search: "shop", chosen: [merchantId] }) },
    "customers.list": { input: ({ merchantId }) => ({ merchant: merchantId }) },
    "payments.units": { input: () => ({}) },
    "payments.views": { input: () => ({}) },
    "payments.columns": { input: () => ({}) },
  },
  mutations: {
    "payments.create": {
      input: ({ merchantId }) => ({
        key,
        merchantId,
        referenceId: "order 2",
        amount: { unit: "iso4217/USD", value: "24.90" },
        expiresInMinutes: 60,
      }),
    },
    "payments.saveView": {
      input: ({ merchantId }) => ({ name: "Open", filter: { merchants: [merchantId], statuses: ["requires_action"] } }),
      names: "nothing",
      unaudited: ownViews,
    },
    "payments.changeView": {
      input: async (_, { userId }) => ({ viewId: await saveView(userId, view), name: "Failed", filter: {} }),
      unaudited: ownViews,
    },
    "payments.deleteView": {
      input: async (_, { userId }) => ({ viewId: await saveView(userId, view) }),
      unaudited: ownViews,
    },
    "payments.setColumns": { input: () => ({ columns: ["status", "buyer"] }), names: "nothing" },
    "payments.cancel": { input: async (place) => ({ paymentId: await createTestPayment(place) }) },
    "payments.refund": {
      input: async (place) => ({ key, paymentId: await unsettled(place), mode: "mark" }),
    },
    "payments.cancelRefund": { input: async (place) => ({ refundId: await requestRefund(place) }) },
    "payments.renewRefundLink": { input: async (place) => ({ refundId: await requestRefund(place) }) },
    "payments.sendPayout": {
      async input(place) {
        const paymentId = await unsettled(place);
        await addDestination(place);
        return { paymentId };
      },
    },
    "payments.acceptPayoutFee": { input: async (place) => ({ paymentId: await waiting(place), micros: "1000000" }) },
  },
};
