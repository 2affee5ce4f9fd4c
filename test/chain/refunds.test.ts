import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { relayListener } from "#lib/jobs/relay-listener.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { recoverAll } from "#scripts/recover/recover-all.ts";
import { startService } from "#scripts/stack/service.ts";
import { type Declared, declaredAnswers } from "#test/api/declared.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import type { Answer } from "#test/api/start-api.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { takeBackup } from "#test/db/backup.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

/** Signed by EIP-3009, and by Permit2. */
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const usdt = getToken("eip155:137/erc20:0xc2132D05D31c914a87C6611C10748AEb04B58e8F");
const price = 10_000_000n;
let till: Till;
let count = 0;

beforeAll(async () => {
  till = await startTill({ chainIds: [8453, 137] });
});
afterAll(() => till.stop());

type Shop = { api: ApiClient; chain: TestChain; token: Token; wallet: Payer; buyer: Payer; paymentId: string };

/** A payment of 10 dollars that was paid and settled to a wallet of its merchant, which has a little more than that. */
async function sell(token = usdc): Promise<Shop> {
  count += 1;
  const chain = till.chains.find(({ chainId }) => chainId === token.chainId) as TestChain;
  const wallet = await createPayer(chain, `shop ${count}`, { token, kind: "key", amount: price });
  const buyer = await createPayer(chain, `buyer ${count}`, { token, kind: "key", amount: price });
  const partner = await createPartner({ settlements: [{ token, address: wallet.account }] });
  const api = createApiClient(till.baseUrl, partner);
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, token.chainId, buyer.account))[0] as WireOption;
  const results = await perform(option, buyer);
  expect((await confirmWith(api, paymentId, option, results)).status).toBe(200);
  const worker = await startOwnWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await worker.stop();
  return { api, chain, token, wallet, buyer, paymentId };
}

const workers: { stop(): Promise<void> }[] = [];
/** Starts a worker that ends with the test at the latest. */
async function startOwnWorker() {
  const worker = await startWorker();
  let ended: Promise<void> | null = null;
  const stop = () => {
    ended ??= worker.stop();
    return ended;
  };
  workers.push({ stop });
  return { stop };
}
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const dollars = (cents: number) => ({ unit: "iso4217/USD", value: String(cents) });

/** Requests a refund. @returns the path of its link's calls. */
async function request({ api, paymentId }: Shop, amount?: { unit: string; value: string }): Promise<string> {
  const { status, body } = await api.merchant("POST", "/v1/refunds", { paymentId, amount, mode: "request" });
  expect([status, body.status]).toEqual([200, "requested"]);
  return `/v1/refund-requests/${String(body.url).split("/").at(-1)}`;
}

const caip = ({ token }: Shop, account: Address) => `eip155:${token.chainId}:${account}`;
const askOptions = (shop: Shop, path: string, account = shop.wallet.account) =>
  shop.api.gateway("POST", `${path}/options`, { account: caip(shop, account) });

async function sign(shop: Shop, path: string, payer = shop.wallet) {
  const { status, body } = await askOptions(shop, path);
  expect([status, body.code]).toEqual([200, undefined]);
  const [option] = body.options as WireOption[];
  if (option === undefined) throw new Error("there is no option");
  const results = (await perform(option, payer)).map((result) => ({ type: "walletRpc", data: [result] }));
  return { option, confirm: () => shop.api.gateway("POST", `${path}/confirm`, { optionId: option.id, results }) };
}

const statusOf = async ({ api }: Shop, path: string) => (await api.gateway("GET", `${path}/status`)).body;
const awaitState = (shop: Shop, path: string, state: string) =>
  until(`a refund that is ${state}`, async () => {
    const body = await statusOf(shop, path);
    return body.status === state && body;
  });
const refundOf = async ({ api, paymentId }: Shop) =>
  (await api.merchant("GET", `/v1/payments/${paymentId}`)).body.refund as Record<string, unknown>;
/** The amounts that the router has sent to the buyer. */
const received = ({ chain, token, buyer }: Shop) => listTransfers(chain, token, defaultRouter, buyer.account, 0n);

/** Confirms a signed refund and has it executed. */
async function carryOut(shop: Shop, path: string): Promise<void> {
  const { confirm } = await sign(shop, path);
  expect((await confirm()).status).toBe(200);
  const worker = await startOwnWorker();
  await awaitState(shop, path, "succeeded");
  await worker.stop();
}

function expectDeclared(operationId: string, answer: string, { status, headers, body }: ApiAnswer): void {
  const declared = declaredAnswers.filter((one) => one.operation.operationId === operationId && one.answer === answer);
  expect(declared.length).toBeGreaterThan(0);
  const got = { status, headers, body, text: JSON.stringify(body) } as Answer;
  expect([status, body.code].filter((part) => part !== undefined).join(" "), got.text).toBe(answer);
  for (const { version, operation } of declared as Declared[]) expect(faultsOf(version, operation, got)).toEqual([]);
}

test("the merchant's wallet refunds a payment in part and then in full, by signatures of its token, and the books agree", async () => {
  const shop = await sell();
  const { api, wallet, buyer, paymentId } = shop;
  const path = await request(shop, dollars(400));
  const stranger = await askOptions(shop, path, buyer.account);
  expectDeclared("getRefundOptions", "400 params_validation", stranger);
  expect(stranger.body.message).toContain(caip(shop, wallet.account));

  const options = await askOptions(shop, path);
  expectDeclared("getRefundOptions", "200", options);
  const { option, confirm } = await sign(shop, path);
  expectDeclared("fetchRefundActions", "200", await api.gateway("POST", `${path}/fetch`, { optionId: option.id }));
  const forged = await sign(shop, path, buyer);
  expectDeclared("confirmRefund", "422 params_validation", await forged.confirm());
  // Two confirms at once, and one of another option: one transaction.
  const other = await sign(shop, path);
  const answers = await Promise.all([confirm(), confirm(), other.confirm()]);
  expect(answers.map(({ status }) => status).sort()).toContain(200);
  expect((await statusOf(shop, path)).status).toBe("processing");
  expectDeclared(
    "confirmRefund",
    "200",
    await confirm().then(async (answer) => (answer.status === 200 ? answer : other.confirm())),
  );
  const worker = await startOwnWorker();
  expect(await awaitState(shop, path, "succeeded")).toMatchObject({ isFinal: true, txId: expect.any(String) });
  await worker.stop();
  expect(await received(shop)).toEqual([4_000_000n]);
  expect(await refundOf(shop)).toMatchObject({ status: "partial", amount: { value: "4000000" } });

  const rest = await request(shop);
  const tooMuch = await api.merchant("POST", "/v1/refunds", { paymentId, amount: dollars(1) });
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, "already_refunded"]);
  await carryOut(shop, rest);
  expect(await received(shop)).toEqual([4_000_000n, 6_000_000n]);
  expect(await refundOf(shop)).toMatchObject({ status: "full", amount: { value: "10000000" } });
  expect((await api.merchant("POST", "/v1/refunds", { paymentId })).body.code).toBe("already_refunded");
  const { body } = await api.merchant("GET", "/v1/payments");
  expect(body.stats).toMatchObject({ totalRefunded: [{ amount: 10, currency: "USD" }] });
  expect((await reconcile()).differences).toEqual([]);
  const { rows } = await pool().query(
    `SELECT kind, debit, credit FROM ledger_entry WHERE payment_id = $1 AND refund_id IS NOT NULL ORDER BY id LIMIT 3`,
    [paymentId],
  );
  const merchant = expect.stringMatching(/^merchant:/);
  const router = `router:8453:${defaultRouter}`;
  expect(rows).toEqual([
    { kind: "refund_owed", debit: merchant, credit: "buyers" },
    { kind: "refund_collected", debit: router, credit: merchant },
    { kind: "refunded", debit: "buyers", credit: router },
  ]);
});

test("a wallet whose token has no authorizations refunds by Permit2, with an approval first", async () => {
  const shop = await sell(usdt);
  const path = await request(shop);
  const { option, confirm } = await sign(shop, path);
  expect(option.actions.map(({ data }) => data.method)).toEqual(["eth_sendTransaction", "eth_signTypedData_v4"]);
  expect((await confirm()).status).toBe(200);
  const worker = await startOwnWorker();
  await awaitState(shop, path, "succeeded");
  await worker.stop();
  expect(await received(shop)).toEqual([price]);
  expect(await refundOf(shop)).toMatchObject({ status: "full" });
});

test("a refund whose wallet has spent the money returns to the merchant, and is paid once it is signed again", async () => {
  const shop = await sell();
  const { wallet, buyer, token } = shop;
  const path = await request(shop);
  const { confirm } = await sign(shop, path);
  expect((await confirm()).status).toBe(200);
  await wallet.send(token.address, transferCalldata(buyer.account, 15_000_000n));
  const worker = await startOwnWorker();
  expect(await awaitState(shop, path, "requested")).toMatchObject({ failure: expect.any(String), isFinal: false });
  expect((await shop.api.merchant("GET", `/v1/payments/${shop.paymentId}`)).body.status).toBe("succeeded");
  expectDeclared("getRefundOptions", "422 params_validation", await askOptions(shop, path));
  await buyer.send(token.address, transferCalldata(wallet.account, 15_000_000n));
  expectDeclared("confirmRefund", "400 quote_expired", await confirm());
  const again = await sign(shop, path);
  expect((await again.confirm()).status).toBe(200);
  await awaitState(shop, path, "succeeded");
  await worker.stop();
  expect(await received(shop)).toEqual([price]);
});

describe("a worker killed", () => {
  test.each(["collection.signed", "collection.broadcast", "collection.mined"])(
    "right after %s was persisted leaves exactly one refund",
    async (point) => {
      const shop = await sell();
      const path = await request(shop);
      const { confirm } = await sign(shop, path);
      const doomed = await startService("scripts/worker.ts", { env: { ...till.env, FAULT_POINT: point } });
      expect((await confirm()).status).toBe(200);
      expect(await doomed.exited).toBeNull();
      await pool().query("UPDATE relayer_wallet SET lease_until = now()");
      const worker = await startOwnWorker();
      await awaitState(shop, path, "succeeded");
      await worker.stop();
      expect(await received(shop)).toEqual([price]);
    },
  );
});

describe("a restored database", () => {
  test("that has the refund as requested learns from the chain that it was paid, and nothing is paid twice", async () => {
    const shop = await sell();
    const path = await request(shop);
    const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
    await carryOut(shop, path);
    const { txId } = await statusOf(shop, path);
    await restore();
    expect((await statusOf(shop, path)).status).toBe("requested");
    // The relayer wallet is quarantined as soon as the worker compares its nonces, so nothing can be signed before the recovery.
    const found = await recoverAll(relayListener);
    expect(found.every(({ isReleased, open }) => isReleased && open.length === 0)).toBe(true);
    expect(await statusOf(shop, path)).toMatchObject({ status: "succeeded", txId });
    expect((await askOptions(shop, path)).body.code).toBe("invalid_state");
    expect(await refundOf(shop)).toMatchObject({ status: "full" });
    expect(await received(shop)).toEqual([price]);
    await drop();
  });

  test("that has no row of the refund lists it as lost, by its id", async () => {
    const shop = await sell();
    const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
    await carryOut(shop, await request(shop));
    const [refund] = (await refundOf(shop)).refunds as { refundId: string }[];
    await restore();
    await recoverAll(relayListener);
    const { rows } = await pool().query("SELECT attribution, detail FROM unknown_transaction ORDER BY created_at DESC");
    expect(rows[0]).toEqual({ attribution: "lost", detail: expect.stringContaining(String(refund?.refundId)) });
    await drop();
  });
});
