import { parseGwei } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { endExpiredCollections } from "#lib/domain/payments/collection/end-expired-collections.ts";
import { isCollectionAwaited } from "#lib/domain/payments/collection/is-collection-awaited.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const confirmations = 2;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let restoreClock: () => void;
/** Of the clock and the chain, ahead of this machine's. */
let aheadMs = 0;

beforeAll(async () => {
  till = await startTill({
    confirmations,
    env: { MAX_GAS_PRICE_GWEI_8453: "100", WALLET_FACTORIES: SMART_WALLET_FACTORY },
  });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  restoreClock();
  await till.stop();
});
beforeEach(async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("1") });
  await chain.client.mine({ blocks: 1 });
});
afterEach(() => chain.client.setAutomine(true));

const [buyer] = devAccounts().buyers;

/** Confirms a payment that no worker collects. */
async function confirmOne(): Promise<string> {
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  return paymentId;
}

function letClockPass(): void {
  aheadMs += 15 * 60_000;
}

/** Makes blocks of the clock's time, until the first of them is final. */
async function letChainPass(): Promise<void> {
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor((Date.now() + aheadMs) / 1_000)) });
  await chain.client.mine({ blocks: confirmations });
}

async function rowOf(paymentId: string): Promise<{ status: string; state: string }> {
  const { rows } = await pool().query<{ status: string; state: string }>(
    `SELECT p.status, r.state FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
     JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' WHERE p.id = $1`,
    [paymentId],
  );
  return rows[0] as { status: string; state: string };
}

test("a collection that no worker sends fails once the chain, and not the clock alone, is past its signature", async () => {
  const paymentId = await confirmOne();
  letClockPass();
  await endExpiredCollections();
  expect(await rowOf(paymentId)).toEqual({ status: "processing", state: "queued" });
  await letChainPass();
  await endExpiredCollections();
  expect(await rowOf(paymentId)).toEqual({ status: "failed", state: "refused" });
  await endExpiredCollections();
  expect(await awaitFinal(api, paymentId)).toBe("failed");
});

test("the deployment of a wallet whose payment has failed is never sent", async () => {
  const payer = await createPayer(chain, "too late", { token: usdc, amount: 10_000_000n, kind: "counterfactual" });
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, payer.account);
  const results = await perform(option as WireOption, payer);
  expect((await confirmWith(api, paymentId, option as WireOption, results)).status).toBe(200);
  letClockPass();
  await letChainPass();
  await endExpiredCollections();
  const { rows } = await pool().query(
    `SELECT p.status, r.kind, r.state FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
     JOIN relay_transaction r ON r.attempt_id = a.id WHERE p.id = $1`,
    [paymentId],
  );
  expect(rows).toEqual([{ status: "failed", kind: "deployment", state: "refused" }]);
});

test("a collection from a wallet that isn't deployed is awaited only while its deployment may still be sent", async () => {
  const payer = await createPayer(chain, "never deployed", {
    token: usdc,
    amount: 10_000_000n,
    kind: "counterfactual",
  });
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, payer.account);
  const results = await perform(option as WireOption, payer);
  expect((await confirmWith(api, paymentId, option as WireOption, results)).status).toBe(200);
  const { rows } = await pool().query("SELECT id FROM payment_attempt WHERE payment_id = $1", [paymentId]);
  const attemptId = rows[0]?.id as AttemptId;
  const isAwaited = async () => isCollectionAwaited(attemptId, await chain.client.getBlockNumber());
  expect(await isAwaited()).toBe(true);
  await pool().query("UPDATE relay_transaction SET state = 'refused' WHERE attempt_id = $1", [attemptId]);
  expect(await isAwaited()).toBe(false);
});

test("a collection behind the gas ceiling fails with its signature, and is never sent", async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("150") });
  await chain.client.mine({ blocks: 1 });
  const paymentId = await confirmOne();
  const worker = await startWorker();
  letClockPass();
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("150") });
  await letChainPass();
  await endExpiredCollections();
  expect(await rowOf(paymentId)).toEqual({ status: "failed", state: "refused" });
  await worker.stop();
});

test("a transaction of a worker that is gone: the payment fails, and the transaction ends when a worker is back", async () => {
  await chain.client.setAutomine(false);
  const paymentId = await confirmOne();
  const worker = await startWorker();
  await until("the transaction to be sent", async () => (await rowOf(paymentId)).state === "broadcast");
  await worker.stop();
  // Mined after its signature has expired, so it reverts.
  letClockPass();
  await letChainPass();
  await endExpiredCollections();
  expect(await rowOf(paymentId)).toEqual({ status: "failed", state: "broadcast" });
  const successor = await startWorker();
  await until("the transaction to end", async () => (await rowOf(paymentId)).state === "final");
  expect((await rowOf(paymentId)).status).toBe("failed");
  await successor.stop();
});

test("a transaction that was mined in time while no worker ran makes its payment succeed, once", async () => {
  await chain.client.setAutomine(false);
  const paymentId = await confirmOne();
  const worker = await startWorker();
  await until("the transaction to be sent", async () => (await rowOf(paymentId)).state === "broadcast");
  await worker.stop();
  await chain.client.mine({ blocks: 1 });
  letClockPass();
  await letChainPass();
  await endExpiredCollections();
  expect(await rowOf(paymentId)).toEqual({ status: "succeeded", state: "broadcast" });
  const successor = await startWorker();
  await until("the transaction to end", async () => (await rowOf(paymentId)).state === "final");
  const { rows } = await pool().query("SELECT FROM chain_transfer WHERE payment_id = $1 AND kind = 'collection'", [
    paymentId,
  ]);
  expect(rows).toHaveLength(1);
  await successor.stop();
});
