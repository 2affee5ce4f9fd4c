import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { holdMany } from "#test/domain/hold-many.ts";
import { holdPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = `eip155:8453/erc20:${usdc.address}`;
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const treasury = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const feeRecipient = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
/** The wallet that holdPayout registers. */
const relayer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const account = (address: string) => `eip155:8453:${address}`;

let api: Api;
let partner: TestPartner;
let owner: Member;
let paymentId: PaymentId;

beforeAll(async () => {
  api = await startApi({
    RPC_URLS_8453: "http://127.0.0.1:9",
    TREASURY_ADDRESS_8453: treasury,
    FEE_RECIPIENT_8453: feeRecipient,
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  partner = await createPartner();
  owner = memberOf(partner, "owner");
  paymentId = await createTestPayment(partner);
  await bringTo(paymentId, "succeeded");
  await holdPayout(paymentId, usdc);
});

const act = (name: string, input: object) =>
  callProcedure("mutation", name, owner, { merchantId: partner.merchantId, ...input });
const orders = () =>
  api.query("SELECT state, destination FROM bulk_payout WHERE merchant_id = $1 ORDER BY id", [partner.merchantId]);
const destinations = () =>
  api.query("SELECT destination FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);
const deleteMerchant = () => api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);

describe("a payout", () => {
  beforeEach(() => setDestination(partner, usdc, first));

  test("isn't ordered when the destination has changed since the member saw it", async () => {
    await setDestination(partner, usdc, second);
    const seen = act("payouts.payOutHeld", { asset, destination: account(first) });
    await expect(seen).rejects.toMatchObject({ code: "version_conflict" });
    expect(await orders()).toEqual([]);
    await act("payouts.payOutHeld", { asset, destination: account(second) });
    expect(await orders()).toEqual([{ state: "running", destination: account(second) }]);
  });

  test("of a deleted merchant isn't sent to another address when its destination has changed since", async () => {
    await deleteMerchant();
    for (const from of [null, account(second)]) {
      const sent = act("settlements.payOutDeleted", { asset, from, destination: account(second) });
      await expect(sent).rejects.toMatchObject({ code: "version_conflict" });
    }
    expect([await orders(), await destinations()]).toEqual([[], [{ destination: account(first) }]]);
  });

  test("of a deleted merchant that is running is replaced by one to another address", async () => {
    await deleteMerchant();
    await act("payouts.payOutHeld", { asset, destination: account(first) });
    const { held } = await callQuery("payouts.held", owner, {});
    expect(held).toMatchObject([{ lastBulkPayout: { state: "running", destination: { id: first } } }]);
    await act("settlements.payOutDeleted", { asset, from: account(first), destination: account(second) });
    expect(await orders()).toEqual([
      { state: "stopped", destination: account(first) },
      { state: "running", destination: account(second) },
    ]);
  });
});

describe("a destination that is our own", () => {
  test.for([
    ["relayer wallet", relayer],
    ["payment router", defaultRouter],
  ] as const)("%s is refused, for a deleted merchant too", async ([, own]) => {
    const refusal = { code: "params_validation", message: expect.stringContaining("address of this payment service") };
    const settlements = [{ asset, destination: account(own) }];
    await expect(act("settlements.add", { settlements })).rejects.toMatchObject(refusal);
    await deleteMerchant();
    const sent = act("settlements.payOutDeleted", { asset, from: null, destination: account(own) });
    await expect(sent).rejects.toMatchObject({ ...refusal, issues: [{ field: "destination" }] });
    expect([await orders(), await destinations()]).toEqual([[], []]);
  });
});

test.for([
  ["treasury", treasury],
  ["fee recipient", feeRecipient],
] as const)("an operator's own %s outside of the relay can be its merchant's account", async ([, own]) => {
  await act("settlements.add", { settlements: [{ asset, destination: account(own) }] });
  expect(await destinations()).toHaveLength(1);
});

test("a new destination is named with the money that is held for it", async () => {
  const settlements = [{ asset, destination: account(first) }];
  const added = await act("settlements.add", { settlements });
  expect(added).toMatchObject({ held: [{ asset, payments: 1, destination: account(first) }] });
});

test("held money of any number of merchants is listed page by page, deleted merchants included", async () => {
  await holdMany(paymentId, 2);
  await api.query(
    `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at, deleted_at)
      SELECT 'mrch_' || lpad(n::text, 26, '0'), $1, 'Shop ' || n, 'a@shop.example', now(), now(), CASE WHEN n > 40 THEN now() END
      FROM generate_series(1, 59) n`,
    [partner.partnerId],
  );
  for (const [table, key] of [
    ["payment", "id"],
    ["payout", "payment_id"],
  ] as const) {
    await api.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${key}', t.${key} || '-of-' || m.id,
          'merchant_id', m.id))).* FROM ${table} t, merchant m
        WHERE t.${key} = $1 AND m.partner_id = $2 AND m.id <> $3`,
      [paymentId, partner.partnerId, partner.merchantId],
    );
  }
  const read = (after: QueryInput<"payouts.held">["after"]) => callQuery("payouts.held", owner, { after });
  const pages = [await read(null)];
  // A merchant of the second page has another payment before that page is read.
  const listed = pages.flatMap(({ held }) => held.map(({ merchantId }) => merchantId));
  await api.query(
    `WITH copied AS (INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object('id', p.id || '-again'))).*
        FROM payment p WHERE partner_id = $1 AND NOT merchant_id = ANY($2) RETURNING id)
      INSERT INTO payout SELECT (jsonb_populate_record(o, jsonb_build_object('payment_id', o.payment_id || '-again'))).*
        FROM payout o WHERE (SELECT count(*) FROM copied) > 0 AND partner_id = $1 AND NOT merchant_id = ANY($2)`,
    [partner.partnerId, listed],
  );
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(next));
  const rows = pages.flatMap(({ held }) => held);
  expect(pages.map(({ held }) => held.length)).toEqual([50, 10]);
  expect(rows[0]).toMatchObject({ merchantId: partner.merchantId, payments: 3 });
  expect(new Set(rows.map(({ merchantId }) => merchantId)).size).toBe(60);
  expect(rows.filter(({ isMerchantDeleted }) => isMerchantDeleted)).toHaveLength(19);
});
