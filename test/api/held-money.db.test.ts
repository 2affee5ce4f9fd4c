import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { advanceBulkPayouts } from "#lib/domain/payments/payouts/bulk/advance-bulk-payouts.ts";
import { type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { holdPayout, owed } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const first = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  // Orders advance on enabled chains only; no node is asked.
  api = await startApi({ RPC_URLS_8453: "http://127.0.0.1:1" });
});
afterAll(() => api.stop());
beforeEach(async () => {
  partner = await createPartner();
  const id = await createTestPayment(partner);
  await bringTo(id, "succeeded");
  await holdPayout(id, usdc);
});

const path = () => `/v1/merchants/${partner.merchantId}/settlements/held`;
const list = async () => (await api.as(partner)("GET", path())).body;
const payOut = (body: object, headers: Record<string, string> = {}) =>
  api.as(partner)("POST", path(), { asset, ...body }, headers);
const register = () =>
  api.as(partner)("POST", `/v1/merchants/${partner.merchantId}/settlements/crypto`, {
    settlements: [{ asset, destination: first }],
  });
const payouts = () => api.query("SELECT state, destination FROM payout WHERE merchant_id = $1", [partner.merchantId]);

describe("held money", () => {
  test("is named when its destination is registered, stays held, and is paid out on request", async () => {
    const sum = { asset, payments: 1, amount: expect.objectContaining({ unit: `caip19/${asset}`, value: `${owed}` }) };
    expect(await list()).toEqual({
      live: true,
      held: [{ ...sum, destination: null, isPayable: true, lastPayout: null }],
    });
    expect((await register()).body.held).toEqual([sum]);
    expect(await payouts()).toEqual([{ state: "held", destination: null }]);

    const { status, body } = await payOut({ asset: `caip19/${asset.toLowerCase()}` });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^bulk_/),
        live: true,
        ...sum,
        destination: first,
        opened: 0,
        status: "running",
        reason: null,
        createdAt: expect.any(String),
      },
    ]);
    const lastPayout = { id: body.id, status: "running", payments: 1, opened: 0 };
    expect(await list()).toMatchObject({ held: [{ destination: first, lastPayout }] });
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: first }]);
    expect(await list()).toEqual({ live: true, held: [] });
  });

  test("is ordered once: by a repeated request, with or without an Idempotency-Key", async () => {
    await register();
    const answers = [await payOut({}, { "idempotency-key": "k" }), await payOut({}, { "idempotency-key": "k" })];
    answers.push(await payOut({}), await payOut({}, { "idempotency-key": "another" }));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await api.query("SELECT FROM bulk_payout WHERE merchant_id = $1", [partner.merchantId])).toHaveLength(1);
  });

  test("is refused with the reason", async () => {
    const missing = await payOut({});
    expect([missing.status, missing.body]).toEqual([
      400,
      {
        code: "invalid_state",
        message: "The merchant has no settlement destination for this asset. Add one, then try again.",
      },
    ]);
    const unsupported = await payOut({ asset: "eip155:8453/erc20:0x1" });
    expect([unsupported.status, issueFields(unsupported)]).toEqual([400, ["asset"]]);
    await register();
    const elsewhere = await payOut({ destination: second });
    expect([elsewhere.status, issueFields(elsewhere)]).toEqual([400, ["destination"]]);
    expect(await payouts()).toEqual([{ state: "held", destination: null }]);
  });

  test("of a deleted merchant is paid to the wallet that its partner names", async () => {
    await api.as(partner)("DELETE", `/v1/merchants/${partner.merchantId}`);
    expect((await payOut({})).body.message).toMatch(/no settlement destination/);
    const stranger = await createPartner();
    const theirs = await api.as(stranger)("POST", path(), { asset, destination: second });
    expect([theirs.status, theirs.body.code]).toEqual([404, "not_found"]);
    const zero = await payOut({ destination: `eip155:8453:0x${"0".repeat(40)}` });
    expect([zero.status, issueFields(zero)]).toEqual([400, ["destination"]]);
    expect((await payOut({ destination: second })).status).toBe(201);
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: second }]);
  });
});

describe("offering only tokens that can be settled", () => {
  const create = (fields: object) =>
    api.as(partner)(
      "POST",
      "/v1/merchants",
      { merchantName: "Shop", merchantEmail: "shop@test.example", ...fields },
      { "idempotency-key": JSON.stringify([partner.partnerId, fields]) },
    );

  test("is off for a merchant of the API unless the request says otherwise, and can be changed", async () => {
    expect((await create({})).body.onlySettleableTokens).toBe(false);
    const { body } = await create({ onlySettleableTokens: true });
    expect(body.onlySettleableTokens).toBe(true);
    const change = (fields: object) => api.as(partner)("PATCH", `/v1/merchants/${body.merchantId}`, fields);
    expect((await change({ onlySettleableTokens: false })).body.onlySettleableTokens).toBe(false);
    expect((await change({ onlySettleableTokens: true })).body.onlySettleableTokens).toBe(true);
    expect((await change({ merchantName: "Another" })).body.onlySettleableTokens).toBe(true);
  });

  test("says why a payment has no options while its merchant has no destination for it", async () => {
    await api.as(partner)("PATCH", `/v1/merchants/${partner.merchantId}`, { onlySettleableTokens: true });
    const id = await createTestPayment(partner);
    const options = () => api.as(partner)("POST", `/v1/gateway/payment/${id}/options`, { accounts: [first] });
    const refused = await options();
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_state"]);
    expect(refused.body.message).toMatch(/no settlement destination for a token .*\. Ask the merchant to add one/);
    await api.as(partner)("PATCH", `/v1/merchants/${partner.merchantId}`, { onlySettleableTokens: false });
    // Only the node is missing now.
    expect((await options()).status).toBe(503);
  });
});
