import { afterAll, beforeAll, expect, test } from "vitest";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { createCaller } from "#test/api/create-ids.ts";
import { declaredIn } from "#test/api/declared.ts";
import { openExchange } from "#test/api/exchange.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { unknownIds } from "#test/api/valid-request.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { type RateServer, startRateServer } from "#test/rates/rate-server.ts";

let rates: RateServer;
let api: Api;

beforeAll(async () => {
  rates = await startRateServer();
  api = await startApi({ RATES_URL: rates.url, RPC_URLS_8453: "http://127.0.0.1:1" });
});
afterAll(async () => {
  await api.stop();
  await rates.stop();
});

const amount = { unit: "iso4217/JPY", value: "3000" };

test.for(declaredIn("rates"))("$name", async ({ version, operation, answer }) => {
  const partner = await createCaller(operation);
  rates.say({ JPY: 150 });
  rateSource.forget();
  const paymentId = await createTestPayment(partner, { amount });
  const ids = { ...unknownIds(), merchantId: partner.merchantId, paymentId };
  rates.answerWith((_request, response) => response.writeHead(500).end());
  rateSource.forget();
  const { send } = openExchange(api.send, { operation, version }, partner, ids);
  const isCreation = operation.operationId.startsWith("createPayment");
  const got = await send(isCreation ? { body: { referenceId: "1", amount } } : {});
  expect(`${got.status} ${got.body.code}`).toBe(answer);
  expect(faultsOf(version, operation, got)).toEqual([]);
});
