import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, perform } from "#test/chain/payer.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;

beforeAll(async () => {
  till = await startTill();
});
afterAll(() => till.stop());

test.each([
  ["was stopped", "NULL"],
  ["was killed", "now() - interval '1 second'"],
])("after the relayer key changed, no option uses the wallet of a worker that %s", async (_, leaseUntil) => {
  // The lowest address, which sorts before ours.
  await pool().query(
    `INSERT INTO relayer_wallet (chain_id, address, next_nonce, lease_owner, lease_until)
     VALUES (8453, '0x0000000000000000000000000000000000000001', 7, 'before', ${leaseUntil})
     ON CONFLICT (chain_id, address) DO UPDATE SET lease_until = excluded.lease_until`,
  );
  const worker = await startWorker();
  const isLeased = "SELECT FROM relayer_wallet WHERE chain_id = 8453 AND lease_until > now()";
  await until("the worker's lease of its queue", async () => (await pool().query(isLeased)).rows.length > 0);
  const [chain] = till.chains;
  if (chain === undefined) throw new Error("no chain");
  const api = createApiClient(till.baseUrl, await createPartner());
  const payer = await createPayer(chain, leaseUntil, { token: usdc, kind: "key", amount: 10_000_000n });
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, payer.account);
  if (option === undefined) throw new Error("there is no option");
  await confirmWith(api, paymentId, option, await perform(option, payer));
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await worker.stop();
});
