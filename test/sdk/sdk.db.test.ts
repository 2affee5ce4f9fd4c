import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createPartner } from "#test/stack/partner.ts";
import { items, Till } from "../../sdk/src/till.ts";

let api: Api;
let till: Till;

beforeAll(async () => {
  api = await startApi();
  const { apiKey, merchantId } = await createPartner();
  till = new Till({ baseUrl: api.baseUrl, apiKey, merchantId });
});
afterAll(() => api.stop());

const payment = (referenceId: string) => ({ referenceId, amount: { unit: "iso4217/USD", value: "1250" } });

test("the SDK creates payments once, lists them page by page, and waits for their end", async () => {
  const key = { params: { header: { "Idempotency-Key": "order-1" } } };
  const first = await till.api.POST("/v1/payments", { body: payment("1"), ...key });
  const again = await till.api.POST("/v1/payments", { body: payment("1"), ...key });
  expect(again.data).toEqual(first.data);
  const second = await till.api.POST("/v1/payments", { body: payment("2") });
  const ids: string[] = [];
  const fetchPage = (page: { cursor?: string }) =>
    till.api.GET("/v1/payments", { params: { query: { limit: 1, ...page } } });
  for await (const { paymentId } of items(fetchPage)) ids.push(paymentId);
  expect(ids).toEqual([second.data.paymentId, first.data.paymentId]);
  const id = first.data.paymentId;
  const waiting = till.waitForPayment(id);
  await till.api.POST("/v1/payments/{id}/cancel", { params: { path: { id } } });
  expect(await waiting).toMatchObject({ status: "cancelled", isFinal: true });
});

test("the SDK's errors are the API's", async () => {
  const refused = till.api.POST("/v1/payments", {
    body: { ...payment("3"), amount: { unit: "iso4217/USD", value: "1.5" } },
  });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: "params_validation",
    issues: [{ field: "amount.value" }],
  });
  await expect(till.waitForPayment("pay_01ARZ3NDEKTSV4RRFFQ69G5FAV")).rejects.toMatchObject({ status: 404 });
});

test("the SDK moves test payments and their refunds", async () => {
  const live = await createPartner();
  const { apiKey, merchantId } = await createPartner({ testOf: live.partnerId });
  const tested = new Till({ baseUrl: api.baseUrl, apiKey, merchantId });
  const create = async () => (await tested.api.POST("/v1/payments", { body: payment("1") })).data.paymentId;
  const id = await create();
  expect(await tested.test.advance(id, { to: "succeeded" })).toMatchObject({ status: "succeeded" });
  const refund = await tested.api.POST("/v1/refunds", { body: { paymentId: id, mode: "request" } });
  expect(await tested.test.advanceRefund(refund.data.refundId, { to: "failed" })).toMatchObject({ status: "failed" });
  const declined = await tested.test.advance(await create(), { to: "failed", failureCode: "declined_user" });
  expect(declined.failureCode).toBe("declined_user");
  const { paymentId } = (await till.api.POST("/v1/payments", { body: payment("4") })).data;
  await expect(till.test.advance(paymentId, { to: "succeeded" })).rejects.toMatchObject({ status: 403 });
});
