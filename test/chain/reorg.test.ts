import { zeroHash } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, contractPayer, listOffers, perform } from "#test/chain/payer.ts";
import { reorg } from "#test/chain/reorg.ts";
import { smartWalletOf } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ confirmations: 4, env: { WALLET_FACTORIES: SMART_WALLET_FACTORY } });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  await till.startWorker();
});
afterAll(() => till.stop());

/** Waits until the relay has recorded that its only transaction is in a state. */
function awaitRelayState(state: string): Promise<true> {
  return until(`a relay transaction that is ${state}`, async () => {
    const { rows } = await pool().query<{ state: string }>("SELECT state FROM relay_transaction");
    return rows[0]?.state === state;
  });
}

test("a collection that a reorg takes back is sent again, and succeeds once, at its full depth", async () => {
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  await confirm(api, paymentId, option.id, await signOption(option, buyer));
  await awaitRelayState("mined");

  await chain.client.setAutomine(false);
  await reorg(chain, 1);
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
  const transfers = await listCollected(chain, usdc, buyer.address, sinceBlock);
  expect(transfers).toEqual([10_000_000n]);
});

test("a wallet and its collection that a reorg takes back are sent again in order, each once", async () => {
  const owner = chain.accounts.buyers[1] as TestChain["accounts"]["relayer"];
  const wallet = await smartWalletOf(chain, owner.privateKey, zeroHash);
  await mint(chain, usdc, wallet.address, 10_000_000n);
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, wallet.address);
  if (option === undefined) throw new Error("no option");
  const states = async () => {
    const { rows } = await pool().query<{ kind: string; state: string; nonce: string }>(
      `SELECT r.kind, r.state, r.nonce FROM relay_transaction r
       JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.payment_id = $1 ORDER BY r.nonce`,
      [paymentId],
    );
    return rows;
  };
  const untilStates = (...wanted: string[]) =>
    until(`the states ${wanted}`, async () => (await states()).map(({ state }) => state).join() === wanted.join());

  await chain.client.setAutomine(false);
  expect((await confirmWith(api, paymentId, option, await perform(option, contractPayer(wallet)))).status).toBe(200);
  await untilStates("broadcast");
  await chain.client.mine({ blocks: 1 });
  await untilStates("mined", "broadcast");
  await chain.client.mine({ blocks: 1 });
  await untilStates("mined", "mined");
  const before = await states();
  await reorg(chain, 2);
  expect(await wallet.isDeployed()).toBe(false);
  await untilStates("broadcast", "broadcast");
  const early = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
  expect(early.body).toMatchObject({ status: "processing", info: null });

  await chain.client.mine({ blocks: 4 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(await states()).toEqual(before.map((each) => ({ ...each, state: "final" })));
  expect(await listCollected(chain, usdc, wallet.address, sinceBlock)).toEqual([10_000_000n]);
});
