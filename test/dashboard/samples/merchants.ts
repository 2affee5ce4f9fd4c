import { assetOf } from "#lib/chain/tokens.ts";
import { modeOf } from "#lib/core/account-mode.ts";
import { prisma } from "#lib/db/prisma.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteMerchant } from "#lib/domain/merchants/delete-merchant.ts";
import { addFiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/manage-fiat-destinations.ts";
import { listFiatDestinations } from "#lib/domain/merchants/settlement-destinations/fiat/repository.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { suspendMerchant } from "#lib/domain/merchants/suspend-merchant.ts";
import type { Place } from "#test/dashboard/place.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { bringTo, createTestPayment, usdcOf } from "#test/domain/create-test-payment.ts";
import { holdPayout } from "#test/domain/pay-with-payout.ts";
import { getToken } from "#test/stack/partner.ts";

const asset = assetOf(getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"));
const from = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const profile = { name: "Café Lumen", email: "shop@lumen.example", iconUrl: null };
const account = {
  bankType: "iban",
  currency: "EUR",
  holderName: "Café Lumen",
  accountEnding: "3000",
  status: "active",
} as const;

const scopeOf = ({ partnerId }: Place) => ({ partnerId, merchantId: null });

/** Adds a settlement destination for USDC: on Base, or on the test network for a test account. */
export async function addDestination(place: Place) {
  const token = usdcOf[modeOf(place.partnerId)];
  const entries = [{ asset: assetOf(token), destination: from.replace("8453", String(token.chainId)) }];
  const [added] = await inTransaction((tx) =>
    registerSettlementDestinations(tx, scopeOf(place), place.merchantId, entries),
  );
  return { merchantId: place.merchantId, settlementId: added?.id ?? "" };
}

/** Has another destination for it take effect tomorrow. */
async function requestDestination(place: Place) {
  const added = await addDestination(place);
  const destination = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const { merchantId, settlementId: id } = added;
  const takesEffectAt = new Date(Date.now() + 86_400_000);
  await prisma().pendingDestination.create({
    data: { id, merchantId, asset, destination, createdAt: new Date(), takesEffectAt },
  });
  return { ...added, destination };
}

async function addAccount(place: Place) {
  const { merchantId } = place;
  await inTransaction((tx) => addFiatDestination(tx, scopeOf(place), merchantId, account));
  const [record] = await listFiatDestinations(scopeOf(place), merchantId);
  return { merchantId, settlementId: record?.id ?? "" };
}

const oneMerchant = { input: ({ merchantId }: Place) => ({ merchantId }) };

export const merchantSamples: Samples = {
  queries: {
    "merchants.list": { input: () => ({ search: "Test", lacksDestination: true }) },
    "merchants.get": oneMerchant,
    "merchants.figures": oneMerchant,
    "merchants.history": oneMerchant,
    "merchants.networks": { input: () => ({}) },
    "payouts.held": oneMerchant,
    "settlements.balances": { input: () => ({}) },
    "settlements.list": { input: ({ merchantId }) => ({ merchants: [merchantId] }) },
    "settlements.statement": { input: ({ merchantId }) => ({ merchantId, month: "2026-11" }) },
  },
  mutations: {
    "merchants.create": { input: () => ({ ...profile, key: "0".repeat(32) }), names: "nothing" },
    "merchants.update": { input: ({ merchantId }) => ({ ...profile, merchantId }) },
    "merchants.suspend": oneMerchant,
    "merchants.reactivate": {
      async input(place) {
        await suspend(place);
        return { merchantId: place.merchantId };
      },
    },
    "merchants.delete": oneMerchant,
    "merchants.previewLogo": {
      input: () => ({ url: "https://127.0.0.1/logo.png" }),
      names: "nothing",
      unaudited: "a logo is only checked, not stored",
    },
    "settlements.add": {
      input: ({ merchantId }) => ({ merchantId, settlements: [{ asset, destination: from }] }),
    },
    "settlements.change": {
      async input(place) {
        const destination = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
        return { ...(await addDestination(place)), from, destination };
      },
    },
    "settlements.revoke": { input: requestDestination },
    "settlements.remove": { input: addDestination },
    "payouts.payOutHeld": {
      async input(place) {
        await addDestination(place);
        return { ...(await hold(place)), destination: from };
      },
    },
    "settlements.payOutDeleted": {
      async input(place) {
        const held = await hold(place);
        await inTransaction((tx) => deleteMerchant(tx, scopeOf(place), place.merchantId));
        return { ...held, from: null, destination: from };
      },
    },
    "settlements.addFiat": { input: ({ merchantId }) => ({ key: "0".repeat(32), ...account, merchantId }) },
    "settlements.changeFiat": {
      input: async (place) => ({ ...account, holderName: "Lumen GmbH", ...(await addAccount(place)) }),
    },
    "settlements.removeFiat": { input: addAccount },
  },
};

/** Holds the money of another payment of the place's merchant. */
async function hold(place: Place) {
  const paymentId = await createTestPayment(place);
  await bringTo(paymentId, "succeeded");
  await holdPayout(paymentId, getToken(asset));
  return { merchantId: place.merchantId, asset };
}

async function suspend(place: Place): Promise<void> {
  await inTransaction((tx) => suspendMerchant(tx, scopeOf(place), place.merchantId));
}
