import { afterAll, beforeAll, expect, test } from "vitest";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { searchPayments } from "#lib/domain/payments/search/search-payments.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import type { TestPartner } from "#test/stack/partner.ts";

let api: Api;
let live: TestPartner;
let partner: TestPartner;
let paymentId: string;

beforeAll(async () => {
  api = await startApi();
  live = await createSettledPartner();
  partner = await createSettledPartner({ testOf: live.partnerId });
  const send = api.as(partner);
  const amount = { unit: "iso4217/USD", value: "2490" };
  const { body } = await send("POST", "/v1/payments", { referenceId: "ORDER-1", amount });
  paymentId = String(body.paymentId);
  // Another one, which no search below is about.
  await send("POST", "/v1/payments", { referenceId: "ORDER-2", amount });
  await send("POST", `/v1/test/payments/${paymentId}/advance`, { to: "succeeded" });
  const refund = await send("POST", "/v1/refunds", { paymentId, mode: "request" });
  await send("POST", `/v1/test/refunds/${refund.body.refundId}/advance`, { to: "succeeded" });
});
afterAll(() => api.stop());

const find = async (text: string, { partnerId }: TestPartner = partner) =>
  (await searchPayments({ partnerId, merchantId: null }, text, 10)).map(({ id }) => id);

test.for(["tx_hash FROM payment", "settlement_tx_hash FROM payment", "tx_hash FROM refund"])(
  "a test payment is found by its %s",
  async (source) => {
    const of = source.endsWith("refund") ? "payment_id" : "id";
    const [row] = await api.query<Record<string, string>>(`SELECT ${source} WHERE ${of} = $1`, [paymentId]);
    const hash = Object.values(row ?? {})[0] ?? "";
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await find(hash)).toEqual([paymentId]);
    expect(await find(hash, live)).toEqual([]);
  },
);

test("no test payment is found by a transaction of none", async () => {
  expect(await find(`0x${"12".repeat(32)}`)).toEqual([]);
});

test("a test payment is found by its buyer's address, or a part of it", async () => {
  const { address } = simulatedChain.buyer;
  for (const text of [address, address.slice(0, 10)]) {
    expect(await find(text)).toEqual([paymentId]);
    expect(await find(text, live)).toEqual([]);
  }
});
