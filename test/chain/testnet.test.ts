import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { database, pool } from "#lib/db/pool.ts";
import { listInconsistentPayments } from "#lib/domain/payments/ledger/checks-repository.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { readUses } from "#lib/domain/platform/gas-budget/repository.ts";
import { checkReadiness } from "#lib/domain/platform/health/readiness.ts";
import { readFigures } from "#lib/domain/platform/metrics/repository.ts";
import { alarms } from "#lib/log/alarm.ts";
import { describeRecovery, isComplete, recoverAll } from "#scripts/recover/recover-all.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { sendAsRelayer } from "#test/chain/send-as-relayer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

// Base, and its testnet. Each has the issuer's contracts at their own addresses.
const execute = promisify(execFile);
const [liveId, testId] = [8453, 84_532] as const;
const liveUsdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const testUsdc = getToken("eip155:84532/erc20:0x036CbD53842c5426634e7929541eC2318f3dCF7e");
const amount = 10_000_000n;
const fee = 140_000n;

let till: Till;
let live: TestPartner;
let partner: TestPartner;
let api: ApiClient;
let liveApi: ApiClient;

beforeAll(async () => {
  // The price of the testnet's coin is the registry's, so gas counts against budgets.
  till = await startTill({ chainIds: [liveId, testId], env: { NATIVE_PRICE_USD_84532: "" } });
  const address = chainOf(testId).accounts.merchant.address;
  live = await createPartner({ settlements: [{ token: liveUsdc, address }] });
  partner = await createPartner({ testOf: live.partnerId, settlements: [{ token: testUsdc, address }] });
  api = createApiClient(till.baseUrl, partner);
  liveApi = createApiClient(till.baseUrl, live);
  await till.startWorker();
});
afterAll(() => till.stop());

function chainOf(chainId: number): TestChain {
  const chain = till.chains.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} was not started`);
  return chain;
}

const payerOn = (chainId: number, name: string): Promise<Payer> => {
  const token = chainId === testId ? testUsdc : liveUsdc;
  return createPayer(chainOf(chainId), name, { token, amount, kind: "key" });
};

/** The chains that a payment is offered on to an account of both. */
async function chainsOffered(by: ApiClient, paymentId: string, account: Address): Promise<string[]> {
  const accounts = [liveId, testId].map((chainId) => `eip155:${chainId}:${account}`);
  const { body } = await by.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  const units = (body.options as WireOption[]).map(({ amount: { unit } }) => unit.split("/")[1] ?? "");
  return [...new Set(units)].toSorted();
}

async function confirmBy(by: ApiClient, paymentId: string, chainId: number, payer: Payer): Promise<WireOption> {
  const offered = await listOffers(by, paymentId, chainId, payer.account);
  const option = offered.find(({ amount: { unit } }) => unit.startsWith(`caip19/eip155:${chainId}/`));
  if (option === undefined) throw new Error(`nothing is offered on chain ${chainId}`);
  const confirmed = await confirmWith(by, paymentId, option, await perform(option, payer));
  expect([confirmed.status, confirmed.body.status]).toEqual([200, "processing"]);
  return option;
}

const balanceOf = (chainId: number, account: Address): Promise<bigint> =>
  chainOf(chainId).client.readContract({
    address: chainId === testId ? testUsdc.address : liveUsdc.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });

const entriesOf = async (chainId: number) => {
  const sql = "SELECT kind, asset, amount, debit, credit FROM ledger_entry WHERE asset LIKE $1 ORDER BY id";
  return (await pool().query<{ kind: string }>(sql, [`eip155:${chainId}/%`])).rows;
};

test("its tokens are checked like those of a live chain", async () => {
  const usable = await usableTokens(testId);
  expect(usable.map(({ token, method, domain }) => [token.symbol, method, domain?.name])).toEqual([
    ["USDC", "eip3009", "USDC"],
    ["EURC", "eip3009", "EURC"],
  ]);
});

describe("is offered", () => {
  test("to test payments next to the simulated chain, and to live payments never", async () => {
    const { account } = await payerOn(testId, "rich");
    await payerOn(liveId, "rich");
    const [ofTest, ofLive] = [await api.createPayment(), await liveApi.createPayment()];
    expect(await chainsOffered(api, ofTest.paymentId, account)).toEqual(["eip155:31337", "eip155:84532"]);
    expect(await chainsOffered(liveApi, ofLive.paymentId, account)).not.toContain("eip155:84532");
  });

  test("without a settlement destination never, so that no treasury holds test money", async () => {
    const { account } = await payerOn(testId, "without destination");
    const bare = createApiClient(till.baseUrl, await createPartner({ testOf: (await createPartner()).partnerId }));
    const { paymentId } = await bare.createPayment();
    expect(await chainsOffered(bare, paymentId, account)).toEqual(["eip155:31337"]);
    const priced = await bare.createPayment({ amount: { unit: `caip19/${assetOf(testUsdc)}`, value: String(amount) } });
    const accounts = { accounts: [`eip155:${testId}:${account}`] };
    const { status, body } = await bare.gateway("POST", `/v1/gateway/payment/${priced.paymentId}/options`, accounts);
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  });

  test("as the price's token to test payments only", async () => {
    const price = { amount: { unit: `caip19/${assetOf(testUsdc)}`, value: String(amount) } };
    await expect(liveApi.createPayment(price)).rejects.toThrow("isn't a token of live mode");
    const { account } = await payerOn(testId, "priced");
    const { paymentId } = await api.createPayment(price);
    expect(await chainsOffered(api, paymentId, account)).toEqual(["eip155:84532"]);
  });
});

test("a test payment is paid on it by signature, and booked for itself; the live books are as before", async () => {
  const livePayer = await payerOn(liveId, "live");
  const paidLive = await liveApi.createPayment();
  await confirmBy(liveApi, paidLive.paymentId, liveId, livePayer);
  expect(await awaitFinal(liveApi, paidLive.paymentId)).toBe("succeeded");
  const liveBefore = await entriesOf(liveId);
  expect(liveBefore.map(({ kind }) => kind)).toContain("settled");

  const payer = await payerOn(testId, "pays");
  const merchant = chainOf(testId).accounts.merchant.address;
  const merchantHad = await balanceOf(testId, merchant);
  const { paymentId } = await api.createPayment();
  await confirmBy(api, paymentId, testId, payer);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");

  expect(await balanceOf(testId, payer.account)).toBe(0n);
  expect(await balanceOf(testId, merchant)).toBe(merchantHad + amount - fee);
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
  const { txId } = body.info as { txId: `0x${string}` };
  expect(body).toMatchObject({ live: false, settlement: { successful: { txId } } });
  expect(await chainOf(testId).client.getTransactionReceipt({ hash: txId })).toMatchObject({ status: "success" });
  expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).status).toBe(200);
  expect((await liveApi.merchant("GET", `/v1/payments/${paymentId}`)).status).toBe(404);

  const booked = await entriesOf(testId);
  expect(booked.map(({ kind }) => kind).toSorted()).toEqual(["collected", "fee", "fee_sent", "gas", "owed", "settled"]);
  expect(await entriesOf(liveId)).toEqual(liveBefore);

  const { differences, holdings, totals } = await reconcile({ isFull: true });
  expect(differences).toEqual([]);
  const fees = holdings.filter(({ asset }) => asset === assetOf(testUsdc));
  expect(fees.map(({ books, onChain }) => [books, onChain])).toContainEqual([fee, fee]);
  const totalOf = (asset: string) => totals.find((one) => one.asset === asset);
  expect(totalOf(assetOf(testUsdc))).toMatchObject({ treasury: fee, fees: fee, owedToMerchants: 0n });
  expect(totalOf(assetOf(liveUsdc))).toMatchObject({ treasury: fee, fees: fee, owedToMerchants: 0n });
});

test("its gas counts in the test account's budget, and not in the live one's", async () => {
  const day = clock.now().toISOString().slice(0, 10);
  const usedBy = async ({ partnerId }: TestPartner) => (await readUses(database, partnerId, null, day)).partner.used;
  expect(await usedBy(partner)).toBeGreaterThan(0n);
  expect(await usedBy(live)).toBe(0n);
  await pool().query("UPDATE partner SET gas_budget = 0 WHERE id = $1", [partner.partnerId]);
  const payer = await payerOn(testId, "out of budget");
  const { paymentId } = await api.createPayment();
  const [option] = (await listOffers(api, paymentId, testId, payer.account)).filter(({ amount: { unit } }) =>
    unit.includes(":84532/"),
  );
  if (option === undefined) throw new Error("nothing is offered");
  const refused = await confirmWith(api, paymentId, option, await perform(option, payer));
  await pool().query("UPDATE partner SET gas_budget = NULL WHERE id = $1", [partner.partnerId]);
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(alarms().subjectsOf("gas_budget")).toEqual([]);
});

test("only the chain moves a payment that is being collected on it, and only the merchant's wallet its refund", async () => {
  const { client } = chainOf(testId);
  const payer = await payerOn(testId, "waits");
  const { paymentId } = await api.createPayment();
  await client.setAutomine(false);
  try {
    await confirmBy(api, paymentId, testId, payer);
    for (const to of ["succeeded", "failed"]) {
      const { status, body } = await api.merchant("POST", `/v1/test/payments/${paymentId}/advance`, { to });
      expect([status, body.code]).toEqual([400, "invalid_state"]);
      expect(body.message).toBe("It is paid on Base Sepolia, so it moves by itself.");
    }
  } finally {
    await client.setAutomine(true);
  }
  await client.mine({ blocks: 1 });
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  const { body: refund } = await api.merchant("POST", "/v1/refunds", { paymentId, mode: "request" });
  const path = `/v1/test/refunds/${refund.refundId}/advance`;
  const { status, body } = await api.merchant("POST", path, { to: "succeeded" });
  expect([status, body.code]).toEqual([400, "invalid_state"]);
});

test("payments on it are checked like live ones, and the operator's figures leave them out", async () => {
  const { paymentId } = await api.createPayment();
  const payer = await payerOn(testId, "checked");
  await confirmBy(api, paymentId, testId, payer);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(await readFigures("payouts")).toEqual([]);
  expect(await readFigures("attempts")).toEqual([]);
  const found = async () => (await listInconsistentPayments(database, 10)).map(({ id, fault }) => [id, fault]);
  expect(await found()).toEqual([]);
  await pool().query("ALTER TABLE payout DISABLE TRIGGER USER");
  await pool().query("UPDATE payout SET fee = fee + 1 WHERE payment_id = $1", [paymentId]);
  expect(await found()).toEqual([[paymentId, "owes_another_amount"]]);
  await pool().query("UPDATE payout SET fee = fee - 1 WHERE payment_id = $1", [paymentId]);
  await pool().query("ALTER TABLE payout ENABLE TRIGGER USER");
});

test("a transaction on it that nothing explains is listed by the recovery, which succeeds", async () => {
  const { accounts, client } = chainOf(testId);
  const wallet = accounts.relayer.address;
  const nonce = await client.getTransactionCount({ address: wallet });
  const hash = await sendAsRelayer(chainOf(testId), nonce, accounts.merchant.address, "0x");
  const recover = async (...options: string[]) => {
    const env = { ...process.env, ...till.env };
    return (await execute(process.execPath, ["scripts/recover.ts", ...options], { env })).stdout;
  };
  const found = await recover();
  expect(found).toContain(`${accounts.relayer.address} on Base: in order\n`);
  expect(found).toContain(`${wallet} on Base Sepolia: isn't explained, and sends nothing on this testnet until it is`);
  expect(found).toContain(`  ${testId}:${wallet}:${nonce}  unknown  ${hash}\n`);
  const resolved = await recover("--resolve", `${testId}:${wallet}:${nonce}`, "--note", "a test");
  expect(resolved).toContain(`${wallet} on Base Sepolia: in order\n`);
});

test("when its node is gone, the installation stays ready, and live payments continue", async () => {
  await chainOf(testId).stop();
  expect(await checkReadiness()).toEqual({ reasons: [], degraded: [] });
  const payer = await payerOn(liveId, "continues");
  const { paymentId } = await liveApi.createPayment();
  await confirmBy(liveApi, paymentId, liveId, payer);
  expect(await awaitFinal(liveApi, paymentId)).toBe("succeeded");
  const { differences } = await reconcile();
  expect(differences).toEqual([expect.objectContaining({ kind: "not_checked", chainId: testId })]);
  const recovered = await recoverAll(relayRegistry);
  expect(recovered.every(isComplete)).toBe(true);
  expect(describeRecovery(recovered)).toContain("on Base Sepolia: left out, because the node of this testnet failed");
});
