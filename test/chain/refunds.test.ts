import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { retryFailedPayouts } from "#lib/domain/payments/payouts/retries/retry-failed-payouts.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { isComplete, recoverAll, resolveUnknown } from "#scripts/recover/recover-all.ts";
import { startService } from "#scripts/stack/service.ts";
import { type Declared, declaredAnswers } from "#test/api/declared.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import type { Answer } from "#test/api/start-api.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { takeBackup } from "#test/db/backup.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
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
/** The time by which the clocks of this installation and of a chain are ahead. */
let aheadMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
  till = await startTill({ chainIds: [8453, 137] });
});
afterAll(async () => {
  await till.stop();
  restoreClock();
});

/** Moves the clocks of this installation and of its chains past the end of the payouts' authorizations. */
async function untilAuthorizationsEnd(): Promise<void> {
  aheadMs += 601_000;
  const timestamp = BigInt(Math.ceil((Date.now() + aheadMs) / 1_000));
  for (const { client } of till.chains) {
    await client.setNextBlockTimestamp({ timestamp });
    await client.mine({ blocks: 1 });
  }
}

type Shop = {
  api: ApiClient;
  partner: TestPartner;
  chain: TestChain;
  token: Token;
  wallet: Payer;
  buyer: Payer;
  paymentId: string;
};

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
  return { api, partner, chain, token, wallet, buyer, paymentId };
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
  const confirm = () => shop.api.gateway("POST", `${path}/confirm`, { optionId: option.id, results });
  return { option, results, confirm };
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

test("a signed option of a refund that has expired is refused, and moves nothing", async () => {
  const shop = await sell();
  const path = await request(shop);
  const { confirm } = await sign(shop, path);
  aheadMs += 16 * 60_000;
  expect((await confirm()).body.code).toBe("quote_expired");
  expect((await statusOf(shop, path)).status).toBe("requested");
  aheadMs -= 16 * 60_000;
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

test("the gas of a refund that waits for an approval counts for the caller of its confirm, not for the buyer's app", async () => {
  const shop = await sell(usdt);
  const path = await request(shop);
  const { option, results } = await sign(shop, path, { ...shop.wallet, send: async () => `0x${"06".repeat(32)}` });
  const withKey = { "api-key": shop.partner.apiKey, "content-type": "application/json" };
  const body = JSON.stringify({ optionId: option.id, results });
  expect((await shop.api.raw("POST", `${path}/confirm`, { headers: withKey, body })).status).toBe(200);
  await perform(option, shop.wallet);
  const worker = await startOwnWorker();
  await awaitState(shop, path, "succeeded");
  await worker.stop();
  const { rows } = await pool().query(
    `SELECT a.refund_id IS NOT NULL AS "isRefund", c.app_id FROM gas_charge c JOIN payment_attempt a ON a.id = c.attempt_id
     WHERE a.payment_id = $1 ORDER BY a.created_at`,
    [shop.paymentId],
  );
  expect(rows).toEqual([
    { isRefund: false, app_id: shop.partner.appId },
    { isRefund: true, app_id: "" },
  ]);
});

describe("a worker killed", () => {
  test.each([
    "collection.reserved",
    "collection.signed",
    "collection.broadcast",
    "collection.mined",
    "collection.final",
  ])("right after %s was persisted leaves exactly one refund", async (point) => {
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
  });
});

test("a server killed right after the confirm was committed has accepted it, and repeating it doesn't refund twice", async () => {
  const shop = await sell();
  const path = await request(shop);
  const port = await findFreePort();
  const env = { ...till.env, PORT: String(port), FAULT_POINT: "collection.queued" };
  const doomed = await startService("test/stack/api-server.ts", { env });
  const elsewhere = { ...shop, api: createApiClient(`http://127.0.0.1:${port}`, shop.partner) };
  const signed = await sign(elsewhere, path);
  await expect(signed.confirm()).rejects.toThrow();
  expect(await doomed.exited).toBeNull();
  expect((await statusOf(shop, path)).status).toBe("processing");
  const { id: optionId } = signed.option;
  const again = await shop.api.gateway("POST", `${path}/confirm`, { optionId, results: signed.results });
  expect([again.status, again.body.status]).toEqual([200, "processing"]);
  const worker = await startOwnWorker();
  await awaitState(shop, path, "succeeded");
  await worker.stop();
  expect(await received(shop)).toEqual([price]);
});

describe("money that is held", () => {
  const net = 9_860_000n;
  type Held = Awaited<ReturnType<typeof hold>>;

  /** A payment of 10 dollars whose money the treasury holds, because its merchant has no destination. */
  async function hold(token = usdc) {
    count += 1;
    const chain = till.chains.find(({ chainId }) => chainId === token.chainId) as TestChain;
    const buyer = await createPayer(chain, `buyer of held money ${count}`, { token, kind: "key", amount: price });
    const partner = await createPartner();
    const api = createApiClient(till.baseUrl, partner);
    const { paymentId } = await api.createPayment();
    const option = (await listOffers(api, paymentId, token.chainId, buyer.account))[0] as WireOption;
    expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
    const worker = await startOwnWorker();
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    await worker.stop();
    return { api, chain, token, buyer, partner, paymentId: paymentId as PaymentId };
  }

  async function refund({ api, paymentId }: Held): Promise<void> {
    const answer = await api.merchant("POST", "/v1/refunds", { paymentId, mode: "request" });
    expectDeclared("createRefund", "200", answer);
    expect(answer.body).toMatchObject({ status: "processing", amount: { value: String(net) } });
    expect(answer.body).not.toHaveProperty("url");
  }

  const awaitRefund = ({ api, paymentId }: Held, status: string) =>
    until(`a refund that is ${status}`, async () => {
      const { refund: all } = (await api.merchant("GET", `/v1/payments/${paymentId}`)).body as {
        refund?: { refunds: { status: string; txId?: string }[] };
      };
      return all?.refunds.find((each) => each.status === status);
    });
  const untilPayout = ({ paymentId }: Held, state: string) =>
    until(`a payout that is ${state}`, async () => {
      const sql = "SELECT attempt FROM payout WHERE payment_id = $1 AND state = $2";
      return (await pool().query<{ attempt: number }>(sql, [paymentId, state])).rows[0];
    });
  const paidTo = ({ chain, token }: Held, to: Address) =>
    listTransfers(chain, token, chain.accounts.relayer.address, to, 0n);
  const payOut = ({ partner: { partnerId }, paymentId }: Held) =>
    inTransaction((tx) => payOutNow(tx, { partnerId, merchantId: null }, paymentId));
  const retryAfter = (minutes: number) => {
    const restore = useClock({ now: () => new Date(Date.now() + aheadMs + minutes * 60_000) });
    return retryFailedPayouts().finally(restore);
  };

  test.for([usdc, usdt])("goes back to the buyer from the treasury, net of fees: $symbol", async (token) => {
    const held = await hold(token);
    await refund(held);
    const worker = await startOwnWorker();
    const { txId } = await awaitRefund(held, "succeeded");
    await worker.stop();
    expect(await paidTo(held, held.buyer.account)).toEqual([net]);
    const { body } = await held.api.merchant("GET", `/v1/payments/${held.paymentId}`);
    expect(body).toMatchObject({ status: "succeeded", settlement: null, refund: { status: "partial" } });
    const marked = await held.api.merchant("POST", "/v1/refunds", { paymentId: held.paymentId });
    expect(marked.body).toMatchObject({ status: "marked", amount: { value: "140000" } });
    expect((await reconcile()).differences).toEqual([]);
    const { rows } = await pool().query(
      "SELECT kind, debit, credit, tx_hash FROM ledger_entry WHERE payment_id = $1 AND refund_id IS NOT NULL ORDER BY id",
      [held.paymentId],
    );
    const { merchantId } = held.partner;
    const treasury = `treasury:${token.chainId}:${held.chain.accounts.relayer.address}`;
    expect(rows).toEqual([
      { kind: "refund_owed", debit: `merchant:${merchantId}`, credit: "buyers", tx_hash: null },
      { kind: "refunded", debit: "buyers", credit: treasury, tx_hash: txId },
    ]);
  });

  test("that a paused token doesn't move goes to the buyer later, whatever destination the merchant has by then", async () => {
    const held = await hold();
    const issuer = issuerOf(held.chain, usdc);
    await refund(held);
    await issuer.setPaused(true);
    const worker = await startOwnWorker();
    await untilPayout(held, "failed");
    const merchant = await createPayer(held.chain, `merchant ${count}`, { token: usdc, kind: "key", amount: 1n });
    await setDestination(held.partner, usdc, merchant.account);
    await retryAfter(2);
    await issuer.setPaused(false);
    await retryAfter(10);
    await awaitRefund(held, "succeeded");
    await worker.stop();
    expect([await paidTo(held, held.buyer.account), await paidTo(held, merchant.account)]).toEqual([[net], []]);
    expect((await reconcile()).differences).toEqual([]);
  });

  test("of which the token kept a part on the way to the buyer is sent to no one again", async () => {
    const held = await hold();
    await refund(held);
    const issuer = issuerOf(held.chain, usdc);
    await issuer.setFeeBps(100);
    const worker = await startOwnWorker();
    await awaitRefund(held, "failed");
    await worker.stop();
    await issuer.setFeeBps(0);
    await setDestination(held.partner, usdc, held.chain.accounts.merchant.address);
    await expect(payOut(held)).rejects.toThrow("delivered less than its amount");
    const again = await held.api.merchant("POST", "/v1/refunds", { paymentId: held.paymentId, mode: "request" });
    expect(again.body.message).toContain("would pay twice");
    await retryAfter(600);
    expect(await untilPayout(held, "failed")).toEqual({ attempt: 1 });
    expect(await paidTo(held, held.buyer.account)).toEqual([(net * 99n) / 100n]);
    expect((await reconcile()).differences).toEqual([]);
  });

  test.each(["payout.queued", "payout.reserved", "payout.signed", "payout.broadcast", "payout.mined", "payout.final"])(
    "goes back once when the worker is killed right after %s",
    async (point) => {
      const held = await hold();
      const doomed = await startService("scripts/worker.ts", { env: { ...till.env, FAULT_POINT: point } });
      await refund(held);
      expect(await doomed.exited).toBeNull();
      await pool().query("UPDATE relayer_wallet SET lease_until = now()");
      const worker = await startOwnWorker();
      await awaitRefund(held, "succeeded");
      await worker.stop();
      expect(await paidTo(held, held.buyer.account)).toEqual([net]);
    },
  );

  test.for([usdc, usdt])(
    "isn't paid to the merchant after a restore that has lost the refund: $symbol",
    async (token) => {
      const held = await hold(token);
      const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
      await refund(held);
      const first = await startOwnWorker();
      const { txId } = await awaitRefund(held, "succeeded");
      await first.stop();
      await restore();
      expect(await untilPayout(held, "held")).toEqual({ attempt: 1 });
      await setDestination(held.partner, token, held.chain.accounts.merchant.address);
      const found = await recoverAll(relayRegistry);
      expect(found.every(isComplete)).toBe(true);
      await expect(payOut(held)).rejects.toThrow("is being returned to the buyer");
      const worker = await startOwnWorker();
      expect(await awaitRefund(held, "succeeded")).toMatchObject({ txId });
      await worker.stop();
      expect(await paidTo(held, held.buyer.account)).toEqual([net]);
      expect((await reconcile()).differences).toEqual([]);
      await drop();
    },
  );

  test.for([usdc, usdt])(
    "goes back once after a restore that has the order and not its end: $symbol",
    async (token) => {
      const held = await hold(token);
      await refund(held);
      const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
      const first = await startOwnWorker();
      const { txId } = await awaitRefund(held, "succeeded");
      await first.stop();
      await restore();
      expect(await awaitRefund(held, "processing")).not.toHaveProperty("txId");
      await setDestination(held.partner, token, held.chain.accounts.merchant.address);
      await expect(payOut(held)).rejects.toThrow("is being returned to the buyer");
      await recoverAll(relayRegistry);
      const worker = await startOwnWorker();
      expect(await awaitRefund(held, "succeeded")).toMatchObject({ txId });
      await worker.stop();
      expect(await paidTo(held, held.buyer.account)).toEqual([net]);
      expect((await reconcile()).differences).toEqual([]);
      await drop();
    },
  );

  test.for(["pending", "submitted"] as const)(
    "isn't paid to the merchant either when the payout is ordered before the recovery: %s",
    async (state) => {
      const held = [await hold(), await hold(usdt)] as const;
      const other = await hold();
      const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
      for (const each of held) await refund(each);
      const first = await startOwnWorker();
      for (const each of held) await awaitRefund(each, "succeeded");
      await first.stop();
      await restore();
      for (const each of held) {
        await setDestination(each.partner, each.token, each.chain.accounts.merchant.address);
        await payOut(each);
        if (state === "submitted") await sendPendingPayouts(each.token.chainId);
        await untilPayout(each, state);
      }
      await recoverAll(relayRegistry);
      // The authorization of the payout was used for the buyer, which proves it. A plain transfer may have had another reason.
      await untilPayout(held[0], "pending");
      const { rows } = await pool().query(
        `SELECT chain_id || ':' || wallet || ':' || nonce AS id, detail FROM unknown_transaction
          WHERE attribution = 'unknown' AND resolution IS NULL`,
      );
      expect(rows).toEqual([
        { id: expect.any(String), detail: expect.stringContaining(`may be the refund of ${held[1].paymentId}`) },
      ]);
      for (const wrong of [other.paymentId, "pay_1"]) {
        await expect(resolveUnknown(rows[0].id, "a refund", wrong)).rejects.toThrow(`isn't the refund of ${wrong}`);
      }
      await untilPayout(other, "held");
      await untilPayout(held[1], state);
      await resolveUnknown(rows[0].id, "the refund", held[1].paymentId);
      await expect(resolveUnknown(rows[0].id, "the refund", held[1].paymentId)).rejects.toThrow("needs a person");
      await recoverAll(relayRegistry);
      // The payout's authorization was signed for the merchant. Nothing else is signed for it until that has ended.
      if (state === "submitted") await untilAuthorizationsEnd();
      const worker = await startOwnWorker();
      for (const each of held) await awaitRefund(each, "succeeded");
      await worker.stop();
      for (const each of held) {
        await expect(payOut(each)).rejects.toThrow("was returned to the buyer");
        const { accounts } = each.chain;
        const paid = [await paidTo(each, each.buyer.account), await paidTo(each, accounts.merchant.address)];
        expect(paid).toEqual([[net], []]);
      }
      expect((await reconcile()).differences).toEqual([]);
      await drop();
    },
  );

  test("that the token refuses to pay to the buyer is held again, and can go to the merchant, once", async () => {
    const held = await hold();
    await refund(held);
    const issuer = issuerOf(held.chain, usdc);
    await issuer.setFrozen(held.buyer.account, true);
    const worker = await startOwnWorker();
    await untilPayout(held, "failed");
    await retryAfter(2);
    expect(await untilPayout(held, "held")).toEqual({ attempt: 2 });
    expect(await awaitRefund(held, "failed")).toMatchObject({
      failure: "the token refuses to pay the buyer's account",
    });
    const merchant = await createPayer(held.chain, `merchant ${count}`, { token: usdc, kind: "key", amount: 1n });
    await setDestination(held.partner, usdc, merchant.account);
    await payOut(held);
    // The authorization to the buyer could still be submitted until then.
    await untilAuthorizationsEnd();
    await untilPayout(held, "final");
    await worker.stop();
    await issuer.setFrozen(held.buyer.account, false);
    expect([await paidTo(held, held.buyer.account), await paidTo(held, merchant.account)]).toEqual([[], [net]]);
    expect((await reconcile()).differences).toEqual([]);
  });
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
    const found = await recoverAll(relayRegistry);
    expect(found.every(isComplete)).toBe(true);
    expect(await statusOf(shop, path)).toMatchObject({ status: "succeeded", txId });
    expect((await askOptions(shop, path)).body.code).toBe("invalid_state");
    expect(await refundOf(shop)).toMatchObject({ status: "full" });
    expect(await received(shop)).toEqual([price]);
    await drop();
  });

  test("that has the refund as signed learns from the chain that it was paid, and it is paid once", async () => {
    const shop = await sell();
    const path = await request(shop);
    const { confirm } = await sign(shop, path);
    expect((await confirm()).status).toBe(200);
    const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
    const first = await startOwnWorker();
    const { txId } = await awaitState(shop, path, "succeeded");
    await first.stop();
    await restore();
    expect((await statusOf(shop, path)).status).toBe("processing");
    await recoverAll(relayRegistry);
    const worker = await startOwnWorker();
    expect(await awaitState(shop, path, "succeeded")).toMatchObject({ txId });
    await worker.stop();
    expect(await refundOf(shop)).toMatchObject({ status: "full" });
    expect(await received(shop)).toEqual([price]);
    expect((await reconcile()).differences).toEqual([]);
    await drop();
  });

  test("that has no row of the refund lists it as lost, by its id", async () => {
    const shop = await sell();
    const { restore, drop } = await takeBackup(String(till.env.DATABASE_URL));
    await carryOut(shop, await request(shop));
    const [refund] = (await refundOf(shop)).refunds as { refundId: string }[];
    await restore();
    await recoverAll(relayRegistry);
    const { rows } = await pool().query("SELECT attribution, detail FROM unknown_transaction ORDER BY created_at DESC");
    expect(rows[0]).toEqual({ attribution: "lost", detail: expect.stringContaining(String(refund?.refundId)) });
    await drop();
  });
});

// Last, because processes that other tests start have clocks of their own.
test("a refund whose wallet has spent the money returns to the merchant, and is paid once it is signed again", async () => {
  const shop = await sell();
  const { wallet, buyer, token } = shop;
  const path = await request(shop);
  const { confirm } = await sign(shop, path);
  expect((await confirm()).status).toBe(200);
  await wallet.send(token.address, transferCalldata(buyer.account, 15_000_000n));
  const worker = await startOwnWorker();
  await until("the failure of the simulation", async () => {
    const { rows } = await pool().query("SELECT FROM relay_transaction WHERE simulation_failed_at_block IS NOT NULL");
    return rows.length > 0;
  });
  expect(await statusOf(shop, path)).toMatchObject({ status: "processing" });
  // Until then, a transaction that a restored database has forgotten could still pay it.
  await untilAuthorizationsEnd();
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
