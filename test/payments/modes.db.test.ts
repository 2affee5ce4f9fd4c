import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { writeSettlements } from "#lib/dashboard/export/write-settlements.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { searchPayments } from "#lib/domain/payments/search/search-payments.ts";
import { countPayments } from "#lib/domain/payments/statistics/count-payments.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import type { TestPartner } from "#test/stack/partner.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";

// Reads without an operation of the API: exports, searches and statistics of the dashboard, deliveries and links.

type Account = TestPartner & { paymentId: string; endpointId: string };

let api: Api;
let live: Account;
let tested: Account;

async function fill(partner: TestPartner): Promise<Account> {
  const { id: endpointId } = await makeEndpoint(partner, { url: "http://127.0.0.1:1/" });
  const paymentId = await createTestPayment(partner, { referenceId: "same order" });
  await payWithPayout(paymentId);
  return { ...partner, paymentId, endpointId };
}

beforeAll(async () => {
  api = await startApi();
  live = await fill(await createSettledPartner());
  tested = await fill(await createSettledPartner({ testOf: live.partnerId }));
  await foldStatistics();
});
afterAll(() => api.stop());

describe.for([
  ["live", () => ({ own: live, other: tested })],
  ["test", () => ({ own: tested, other: live })],
] as const)("in %s mode", ([, sides]) => {
  test("exports have the payments and settlements of no other", async () => {
    const { own, other } = sides();
    const scope = { partnerId: own.partnerId, merchantId: null };
    const filter = { merchantIds: [], states: [], from: null, until: null };
    const payments = writePayments(everyPayment(own.partnerId), { by: "date", direction: "desc" });
    const settlements = writeSettlements(scope, filter);
    const text = (await new Response(payments).text()) + (await new Response(settlements).text());
    expect(text).toContain(own.paymentId);
    for (const id of [other.paymentId, other.merchantId]) expect(text).not.toContain(id);
  });

  test("searches find no payment of the other, by id, reference or buyer", async () => {
    const { own, other } = sides();
    const scope = { partnerId: own.partnerId, merchantId: null };
    const texts = [other.paymentId, "same order", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"];
    const found = (await Promise.all(texts.map((text) => searchPayments(scope, text, 10)))).flat();
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([own.paymentId]));
  });

  test("statistics count the account's own payment", async () => {
    const { own } = sides();
    const { payments, customers } = await countPayments(everyPayment(own.partnerId), new Date());
    expect([payments, customers]).toEqual([1, 1]);
  });

  test("an endpoint receives the events of its own account", async () => {
    const { own } = sides();
    const delivered = await api.query<{ subject: string }>(
      "SELECT DISTINCT subject FROM webhook_delivery WHERE endpoint_id = $1",
      [own.endpointId],
    );
    expect(delivered).toEqual([{ subject: own.paymentId }]);
  });

  test("a payment's link shows its own mode", async () => {
    const { own } = sides();
    const path = `/v1/gateway/payment/${own.paymentId}`;
    const shown = await api.send("GET", path, undefined, { "app-id": own.appId });
    expect(shown.body.live).toBe(own === live);
  });
});
