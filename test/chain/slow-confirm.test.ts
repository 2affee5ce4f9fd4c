import { afterAll, beforeAll, expect, test } from "vitest";
import { keyPayer, listOffers, perform } from "#test/chain/payer.ts";
import { type SlowNode, startSlowNode } from "#test/chain/slow-node.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

let everyMs = 0;
let node: SlowNode;
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  const proxy = async ({ rpcUrl }: TestChain) => {
    node = await startSlowNode(rpcUrl, () => everyMs);
    return node.url;
  };
  till = await startTill({ proxy });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});

test("a confirm is answered within its maxPollMs, although a slow node takes a part of that to check it", async () => {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, buyer.address);
  if (option === undefined) throw new Error("there is no option");
  const results = [{ type: "walletRpc", data: await perform(option, keyPayer(chain, buyer.privateKey)) }];
  everyMs = 900;
  const startedAt = performance.now();
  const path = `/v1/gateway/payment/${paymentId}/confirm?maxPollMs=6000`;
  const { status, body } = await api.gateway("POST", path, { optionId: option.id, results });
  const tookMs = performance.now() - startedAt;
  everyMs = 0;
  // No worker is running, so nothing ends the wait before its time.
  expect([status, body.status]).toEqual([200, "processing"]);
  expect(tookMs).toBeGreaterThan(5_900);
  expect(tookMs).toBeLessThan(7_000);
});
