import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ confirmations: 4 });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  await till.startWorker();
});
afterAll(() => till.stop());

/** Waits until the collection's row is in a state, as of the relay's own record. */
async function awaitRelayState(state: string): Promise<void> {
  while (true) {
    const { rows } = await pool().query<{ state: string }>("SELECT state FROM relay_transaction");
    if (rows[0]?.state === state) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Replaces the newest blocks by empty ones, and their transactions are gone. */
async function reorg(depth: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_reorg", params: [depth, []] });
  const response = await fetch(chain.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(await response.json()).not.toHaveProperty("error");
}

test("a collection that a reorg takes back is sent again, and succeeds once, at its full depth", async () => {
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  await confirm(api, paymentId, option.id, await signOption(option, buyer));
  await awaitRelayState("mined");

  await chain.client.setAutomine(false);
  await reorg(1);
  await awaitRelayState("broadcast");
  const early = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
  expect(early.body).toMatchObject({ status: "processing", info: null });

  await chain.client.setAutomine(true);
  await chain.client.mine({ blocks: 1 });
  await awaitRelayState("mined");
  const shallow = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
  expect(shallow.body).toMatchObject({ status: "processing", info: null });

  await chain.client.mine({ blocks: 3 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const transfers = await listTransfers(chain, usdc, buyer.address, chain.accounts.relayer.address, sinceBlock);
  expect(transfers).toEqual([10_000_000n]);
});
