import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

let till: Till;

beforeAll(async () => {
  const prices = { NATIVE_PRICE_USD_1: "3000", NATIVE_PRICE_USD_8453: "3000" };
  till = await startTill({ chainIds: [1], env: { ...prices, RPC_URLS_8453: "http://127.0.0.1:1" } });
});
afterAll(() => till.stop());

test("while no node has told a chain's gas price, no payment is refused for the minimum of a dearer chain", async () => {
  const api = createApiClient(till.baseUrl, await createPartner({ fees: { fixedCents: 0, ppm: 0 } }));
  const create = (unit: string, value: string) =>
    api.merchant("POST", "/v1/payments", { referenceId: "order 1", amount: { unit, value } });
  const onEthereum = await create("caip19/eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "20000");
  expect([onEthereum.status, String(onEthereum.body.message)]).toEqual([
    400,
    expect.stringMatching(/^amount\.value must be at least .+ to cover network costs on Ethereum$/),
  ]);
  expect((await create("iso4217/USD", "2")).status).toBe(201);
});
