import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
let api: Api;
let partner: TestPartner;
let path: string;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner({ settlements: [{ token: usdc, address: wallet }] });
  path = `/v1/merchants/${partner.merchantId}`;
});
afterAll(() => api.stop());

const payment = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1000" } };
const send = (...[method, to, body, headers]: Parameters<ReturnType<Api["as"]>>) =>
  api.as(partner)(method, to, body, headers);
const create = () => send("POST", "/v1/payments", payment);
const remove = () => send("DELETE", path);
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code];

describe("a deleted merchant", () => {
  test("can be deleted repeatedly with the same response, and keeps the time of the first deletion", async () => {
    const deletedAt = () => api.query("SELECT deleted_at FROM merchant WHERE id = $1", [partner.merchantId]);
    const first = await remove();
    expect([first.status, first.body]).toEqual([200, { id: partner.merchantId, live: true, deleted: true }]);
    const before = await deletedAt();
    const second = await remove();
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await deletedAt()).toEqual(before);
  });

  test("isn't listed and can't be fetched, changed or given settlements", async () => {
    await remove();
    expect((await send("GET", "/v1/merchants")).body).toEqual({
      data: [],
      merchants: [],
      nextCursor: null,
      totalCount: 0,
    });
    const answers = [
      await send("GET", path),
      await send("GET", `${path}/settlements`),
      await send("PATCH", path, { merchantName: "A" }),
      await send("POST", `${path}/settlements/crypto`, { settlements: [{ asset: "x", destination: "x" }] }),
    ];
    expect(answers.map(said)).toEqual(answers.map(() => [404, "not_found"]));
  });

  test("immediately stops accepting payments; those that it has can be read, listed and cancelled", async () => {
    const { body } = await create();
    await remove();
    expect(said(await create())).toEqual([403, "forbidden"]);
    const { paymentId } = body;
    // As another process, which has not seen the merchant yet.
    processSingleton("merchants", () => null).forget();
    const reads = [
      await send("GET", `/v1/payments/${paymentId}`),
      await send("GET", `/v1/payments/${paymentId}/status`),
      await send("GET", `/v1/merchant/payment/${paymentId}/status`),
    ];
    expect(reads.map(({ status, body: { status: state } }) => [status, state])).toEqual(
      Array(3).fill([200, "requires_action"]),
    );
    for (const list of [
      "/v1/merchants/payments",
      `${path}/payments`,
      `/v1/payments?merchantId=${partner.merchantId}`,
    ]) {
      expect((await send("GET", list)).body.data, list).toMatchObject([{ paymentId }]);
    }
    expect((await send("POST", `/v1/payments/${paymentId}/cancel`)).status).toBe(200);
    const strangers = api.as({ ...(await createPartner()), merchantId: partner.merchantId });
    expect(said(await strangers("GET", `/v1/payments/${paymentId}`))).toEqual([403, "forbidden"]);
    expect(said(await strangers("GET", `${path}/payments`))).toEqual([404, "not_found"]);
  });

  test("accepts no payments from another process that still has it cached", async () => {
    await create();
    // Deletes it as another process would, without invalidating this process's cache.
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);
    expect((await send("GET", `/v1/payments/${newId("pay", new Date())}`)).status).toBe(404);
    expect(said(await create())).toEqual([403, "forbidden"]);
    expect(said(await send("POST", "/v1/merchant/payment", payment))).toEqual([403, "forbidden"]);
  });

  test("still receives open payments: the buyer reads and pays, and the payout is made", async () => {
    const id = await createTestPayment(partner);
    await remove();
    const app = { "app-id": partner.appId };
    const info = await api.send("GET", `/v1/gateway/payment/${id}`, undefined, app);
    expect(info.body).toMatchObject({ status: "requires_action", merchant: { name: "Test shop" } });
    await payWithPayout(id);
    const status = await api.send("GET", `/v1/gateway/payment/${id}/status`, undefined, app);
    expect(status.body).toMatchObject({ status: "succeeded", isFinal: true });
    const payouts = await api.query("SELECT state, destination FROM payout WHERE payment_id = $1", [id]);
    expect(payouts).toEqual([{ state: "pending", destination: `eip155:8453:${wallet}` }]);
  });

  test("has payments that its partner can still cancel and mark as refunded, without a Merchant-Id", async () => {
    const [open, paid] = [await createTestPayment(partner), await createTestPayment(partner)];
    await bringTo(paid, "succeeded");
    await remove();
    const key = { "api-key": partner.apiKey };
    expect((await api.send("POST", `/v1/payments/${open}/cancel`, undefined, key)).status).toBe(200);
    expect((await api.send("POST", "/v1/refunds", { paymentId: paid }, key)).status).toBe(200);
  });
});

describe("a deletion", () => {
  test("that is sent five times at once happens once", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, remove));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test("of an unknown or another partner's merchant is a 404 and deletes nothing", async () => {
    const other = await createPartner();
    const answers = [
      await send("DELETE", `/v1/merchants/${newId("mrch", new Date())}`),
      await send("DELETE", "/v1/merchants/nonsense"),
      await send("DELETE", `/v1/merchants/${other.merchantId}`),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.map(said)).toEqual(answers.map(() => [404, "not_found"]));
    expect((await api.as(other)("GET", `/v1/merchants/${other.merchantId}`)).status).toBe(200);
  });

  test("accepts no body, no query and no read-only key", async () => {
    expect(said(await send("DELETE", path, { force: true }))).toEqual([400, "params_validation"]);
    expect(said(await send("DELETE", `${path}?force=true`))).toEqual([400, "params_validation"]);
    const reader = await createPartner({ permissions: ["merchants:read"] });
    expect(said(await api.as(reader)("DELETE", `/v1/merchants/${reader.merchantId}`))).toEqual([403, "forbidden"]);
    expect((await send("GET", path)).status).toBe(200);
  });
});
