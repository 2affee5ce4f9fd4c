import { afterAll, beforeAll, expect, test } from "vitest";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { recoverAll } from "#scripts/recover/recover-all.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { takeBackup } from "#test/db/backup.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const price = 10_000_000n;
let till: Till;
let chain: TestChain;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
});
afterAll(() => till.stop());

type Sale = { api: ApiClient; wallet: Payer; paymentId: string };

/** A payment of 10 dollars that was settled to a wallet of its merchant. */
async function sell(name: string): Promise<Sale> {
  const account = (of: string) => createPayer(chain, `${name}, ${of}`, { token: usdc, kind: "key", amount: price });
  const [wallet, buyer] = [await account("shop"), await account("buyer")];
  const api = createApiClient(
    till.baseUrl,
    await createPartner({ settlements: [{ token: usdc, address: wallet.account as Address }] }),
  );
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  const worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await worker.stop();
  return { api, wallet, paymentId };
}

async function request({ api, paymentId }: Sale, cents: number) {
  const amount = { unit: "iso4217/USD", value: String(cents) };
  const { status, body } = await api.merchant("POST", "/v1/refunds", { paymentId, amount, mode: "request" });
  expect([status, body.status]).toEqual([200, "requested"]);
  return { id: String(body.refundId), path: `/v1/refund-requests/${String(body.url).split("/").at(-1)}` };
}

async function carryOut({ api, wallet }: Sale, path: string): Promise<void> {
  const { body } = await api.gateway("POST", `${path}/options`, { account: `eip155:8453:${wallet.account}` });
  const option = (body.options as WireOption[])[0] as WireOption;
  const results = (await perform(option, wallet)).map((result) => ({ type: "walletRpc", data: [result] }));
  expect((await api.gateway("POST", `${path}/confirm`, { optionId: option.id, results })).status).toBe(200);
  const worker = await startWorker();
  await until("the refund to succeed", async () => {
    return (await api.gateway("GET", `${path}/status`)).body.status === "succeeded";
  });
  await worker.stop();
}

test.for([
  ["another refund claims the money", (sale: Sale) => request(sale, 600)],
  [
    "the payment is marked as refunded",
    ({ api, paymentId }: Sale) =>
      api.merchant("POST", "/v1/refunds", { paymentId }).then(({ status }) => expect(status).toBe(200)),
  ],
] as const)(
  "a refund that was cancelled after a restore and is paid on chain exceeds its payment while %s, so a person is asked",
  async ([name, refundAnotherWay]) => {
    const sale = await sell(name);
    const { id, path } = await request(sale, 600);
    const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
    await carryOut(sale, path);
    await restore();
    expect((await sale.api.merchant("POST", `/v1/refunds/${id}/cancel`)).status).toBe(200);
    await refundAnotherWay(sale);
    await recoverAll(relayRegistry);
    const { rows } = await pool().query("SELECT attribution FROM unknown_transaction WHERE payment_id = $1", [
      sale.paymentId,
    ]);
    expect(rows).toEqual([{ attribution: "duplicate" }]);
    const state = await pool().query("SELECT state FROM refund WHERE id = $1", [id]);
    expect(state.rows).toEqual([{ state: "cancelled" }]);
    await pool().query("UPDATE unknown_transaction SET resolution = 'test', resolved_by = 'test'");
    await recoverAll(relayRegistry);
    await drop();
  },
);
