import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { newId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { startService } from "#scripts/stack/service.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected, listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const amount = 10_000_000n;
const fee = 140_000n;
let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  partner = await createPartner({ settlements: [{ token: usdc, address: chain.accounts.merchant.address }] });
  api = createApiClient(till.baseUrl, partner);
});
afterAll(() => till.stop());

const startWorker = (faultPoint: string) =>
  startService("scripts/worker.ts", { env: { ...till.env, FAULT_POINT: faultPoint } });

/** Expires a killed worker's leases at once instead of after five seconds. test/chain/approvals.test.ts waits for them. */
const endLeases = () => pool().query("UPDATE relayer_wallet SET lease_until = now()");

/** Adds a destination to a merchant whose option was offered without one. */
const addDestination = ({ merchantId }: TestPartner) =>
  pool().query(
    `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
     VALUES ($1, $2, $3, $4, now(), now())`,
    [newId("crypto", new Date()), merchantId, assetOf(usdc), `eip155:8453:${chain.accounts.merchant.address}`],
  );

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
    const successor = await startWorker("none");
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
    await addDestination(late);
    const doomed = await startWorker(point);
    expect(await doomed.exited).toBeNull();
    await endLeases();
    const successor = await startWorker("none");
    await expectHeldAndPaidOnce(prepared);
    await successor.stop();
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
  const worker = await startWorker("none");
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
