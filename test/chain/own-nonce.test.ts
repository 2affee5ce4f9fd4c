import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcileNonces } from "#lib/chain/relay/recovery/reconcile-nonces.ts";
import { pool } from "#lib/db/pool.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

let till: Till;
let chain: TestChain;
let node: NodeProxy;

beforeAll(async () => {
  till = await startTill({
    async proxy({ rpcUrl }) {
      node = await startNodeProxy(rpcUrl);
      return node.url;
    },
  });
  chain = till.chains[0] as TestChain;
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});

test("a node that shows a block before its receipts doesn't make the relay's own transaction a foreign one", async () => {
  const api = createApiClient(till.baseUrl, await createPartner());
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  let isHidden = true;
  node.misbehave(({ method }) => {
    const isReceipt = method === "eth_getTransactionReceipt" || method === "eth_getBlockReceipts";
    return isHidden && isReceipt ? { edit: () => null } : null;
  });
  const states = async () => {
    const { rows } = await pool().query<{ state: string }>("SELECT state FROM relay_transaction ORDER BY id");
    return rows.map(({ state }) => state);
  };
  const worker = await startWorker();
  await until("the transaction", async () => (await states()).includes("broadcast"));
  await worker.stop();

  // Whole blocks are read to find what used a nonce, after the receipts of the relay's own transactions.
  node.misbehave(({ method, params }) => {
    if (method === "eth_getBlockByNumber" && params[1] === true) isHidden = false;
    return isHidden && method === "eth_getTransactionReceipt" ? { edit: () => null } : null;
  });
  expect(await reconcileNonces({ chainId: 8453, wallet: chain.accounts.relayer.address }, relayRegistry)).toBe(true);
  expect([isHidden, await states()]).toEqual([false, ["broadcast"]]);
  await till.startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(await states()).toEqual(["final"]);
});
