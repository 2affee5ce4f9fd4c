import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { requestMovement } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected, listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const amount = 10_000_000n;
const fee = 140_000n;
let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ env: { GAS_RESERVE_8453: "0.1" } });
  chain = till.chains[0] as TestChain;
  partner = await createPartner({ settlements: [{ token: usdc, address: chain.accounts.merchant.address }] });
  api = createApiClient(till.baseUrl, partner);
});
afterAll(() => till.stop());

/** Starts a worker that can be killed; its successor runs in this process. */
const startWorker = (faultPoint: string) =>
  startService("scripts/worker.ts", { env: { ...till.env, FAULT_POINT: faultPoint } });

/** Expires a killed worker's leases at once instead of after five seconds. test/chain/approvals.test.ts waits for them. */
const endLeases = () => pool().query("UPDATE relayer_wallet SET lease_until = now()");

/** Signs an option of a new payment. @returns the values that confirm it. */
async function prepare(by: ApiClient = api) {
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const { paymentId } = await by.createPayment();
  const option = await getFirstOption(by, paymentId, buyer);
  return { by, buyer, sinceBlock, paymentId, optionId: option.id, signature: await signOption(option, buyer) };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

async function expectPaidOnce({ buyer, sinceBlock, paymentId }: Prepared) {
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await awaitSettlement(api, paymentId);
  const { relayer, merchant } = chain.accounts;
  const list = (from: Address, to: Address) => listTransfers(chain, usdc, from, to, sinceBlock);
  expect(await listCollected(chain, usdc, buyer.address, sinceBlock)).toEqual([amount]);
  expect(await list(defaultRouter, merchant.address)).toEqual([amount - fee]);
  expect(await list(defaultRouter, relayer.address)).toEqual([fee]);
  expect(await list(relayer.address, merchant.address)).toEqual([]);
}

/** Like {@link expectPaidOnce} for a payment whose money went to the treasury, the relayer wallet. */
async function expectHeldAndPaidOnce({ buyer, sinceBlock, paymentId, by }: Prepared) {
  expect(await awaitFinal(by, paymentId)).toBe("succeeded");
  await awaitSettlement(by, paymentId);
  const { relayer, merchant } = chain.accounts;
  const list = (from: Address, to: Address) => listTransfers(chain, usdc, from, to, sinceBlock);
  expect(await listCollected(chain, usdc, buyer.address, sinceBlock)).toEqual([amount]);
  expect(await list(defaultRouter, relayer.address)).toEqual([amount - fee, fee]);
  expect(await list(relayer.address, merchant.address)).toEqual([amount - fee]);
}

test.each(["collection.reserved", "collection.signed", "collection.broadcast", "collection.mined", "collection.final"])(
  "a worker killed right after %s was persisted leaves exactly one collection, which pays the merchant",
  async (point) => {
    const doomed = await startWorker(point);
    const prepared = await prepare();
    expect((await confirm(api, prepared.paymentId, prepared.optionId, prepared.signature)).status).toBe(200);
    expect(await doomed.exited).toBeNull();
    await endLeases();
    const successor = await till.startWorker();
    await expectPaidOnce(prepared);
    await successor.stop();
  },
);

test.each(["payout.queued", "payout.reserved", "payout.signed", "payout.broadcast", "payout.mined", "payout.final"])(
  "a worker killed right after %s was persisted leaves exactly one payout of held money",
  async (point) => {
    const late = await createPartner();
    const prepared = await prepare(createApiClient(till.baseUrl, late));
    const { by, paymentId, optionId, signature } = prepared;
    expect((await confirm(by, paymentId, optionId, signature)).status).toBe(200);
    await setDestination(late, usdc, chain.accounts.merchant.address);
    const doomed = await startWorker(point);
    expect(await doomed.exited).toBeNull();
    await endLeases();
    const successor = await till.startWorker();
    await expectHeldAndPaidOnce(prepared);
    await successor.stop();
  },
);

test.each(["movement.signed", "movement.broadcast", "movement.mined"])(
  "a worker killed right after %s was persisted leaves exactly one movement of the operator",
  async (point) => {
    const { relayer } = chain.accounts;
    // The books have to know the wallet's coin.
    await reconcile();
    const destination = (await createPayer(chain, point, { token: usdc, amount: 1n, kind: "key" })).account;
    const before = await chain.client.getBalance({ address: destination });
    const target = { chainId: 8453, wallet: relayer.address, asset: nativeAsset(8453), amount: 1_000n, destination };
    const { id } = await requestMovement({ kind: "withdrawal", ...target, reason: "a test" });
    const doomed = await startWorker(point);
    expect(await doomed.exited).toBeNull();
    await endLeases();
    const successor = await till.startWorker();
    await until("the end of the movement", async () => {
      const { rows } = await pool().query("SELECT FROM movement WHERE id = $1 AND state = 'final'", [id]);
      return rows.length > 0;
    });
    await successor.stop();
    expect((await chain.client.getBalance({ address: destination })) - before).toBe(1_000n);
  },
);

test("a server killed right after the confirm was committed has accepted it, and repeating it doesn't pay twice", async () => {
  const prepared = await prepare();
  const { paymentId, optionId, signature } = prepared;
  const port = await findFreePort();
  const env = { ...till.env, PORT: String(port), FAULT_POINT: "collection.queued" };
  const doomed = await startService("test/stack/api-server.ts", { env });
  const elsewhere = createApiClient(`http://127.0.0.1:${port}`, partner);
  await expect(confirm(elsewhere, paymentId, optionId, signature)).rejects.toThrow();
  expect(await doomed.exited).toBeNull();
  const repeat = await confirm(api, paymentId, optionId, signature);
  expect(repeat.status).toBe(200);
  expect(repeat.body.status).toBe("processing");
  const worker = await till.startWorker();
  await expectPaidOnce(prepared);
  await worker.stop();
});

test("two concurrent workers process a payment once", async () => {
  const workers = [await startWorker("none"), await startWorker("none")];
  const prepared = await prepare();
  await confirm(api, prepared.paymentId, prepared.optionId, prepared.signature);
  await expectPaidOnce(prepared);
  for (const worker of workers) await worker.stop();
});
