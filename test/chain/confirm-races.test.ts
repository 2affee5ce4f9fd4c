import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  await till.startWorker();
});
afterAll(() => till.stop());

const buyerAt = (index: number) => chain.accounts.buyers[index] as TestChain["accounts"]["relayer"];

test("fifty concurrent confirms of one option are all accepted and cause one transfer", async () => {
  const buyer = buyerAt(0);
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  const signature = await signOption(option, buyer);
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(api, paymentId, option.id, signature)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const transfers = await listCollected(chain, usdc, buyer.address, sinceBlock);
  expect(transfers).toEqual([10_000_000n]);
  const repeated = await confirm(api, paymentId, option.id, signature);
  expect([repeated.status, repeated.body.status]).toEqual([200, "succeeded"]);
});

test("two wallets that race for one payment: one pays, the other is refused because of the payment's state", async () => {
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const racers = await Promise.all(
    [buyerAt(1), buyerAt(2)].map(async (buyer) => {
      const option = await getFirstOption(api, paymentId, buyer);
      return { buyer, option, signature: await signOption(option, buyer) };
    }),
  );
  const answers = await Promise.all(
    racers.map(({ option, signature }) => confirm(api, paymentId, option.id, signature)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe("invalid_state");
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const paid = await Promise.all(racers.map(({ buyer }) => listCollected(chain, usdc, buyer.address, sinceBlock)));
  expect(paid.flat()).toEqual([10_000_000n]);
});

test("without a settlement destination for the asset the money stays in the treasury and settlement is null", async () => {
  const buyer = buyerAt(3);
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  await confirm(api, paymentId, option.id, await signOption(option, buyer));
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
  expect(body.settlement).toBeNull();
});
