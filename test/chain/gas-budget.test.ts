import { keccak256, stringToHex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { log } from "#lib/log/log.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, contractPayer, listOffers, perform } from "#test/chain/payer.ts";
import { smartWalletOf } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const pegged = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
/** Cents of a dollar that a coin of Base costs, and that a buyer's gas may cost in a day. */
const coinCents = 300_000n;
const buyerCents = 1_000n;

let till: Till;
let base: TestChain;
let bnb: TestChain;
let partner: TestPartner;
let api: ApiClient;

beforeAll(async () => {
  const prices = { NATIVE_PRICE_USD_8453: "3000", NATIVE_PRICE_USD_56: "100" };
  till = await startTill({ chainIds: [8453, 56], env: { ...prices, GAS_BUDGET_PER_BUYER_USD: "10" } });
  [base, bnb] = till.chains as [TestChain, TestChain];
  partner = await createPartner({ fees: { fixedCents: 0, ppm: 0 } });
  api = createApiClient(till.baseUrl, partner);
  await till.startWorker();
});
afterAll(() => till.stop());

const create = (cents: bigint, unit = "iso4217/USD", of = api) =>
  of.merchant("POST", "/v1/payments", { referenceId: "order 1", amount: { unit, value: String(cents) } });

/** The minimum that the API names for an amount that is too small, in cents. */
async function namedMinimum(unit?: string, of?: ApiClient): Promise<{ cents: bigint; network: string }> {
  const { status, body } = await create(2n, unit, of);
  expect([status, body.code]).toEqual([400, "params_validation"]);
  const words = /^amount\.value must be at least (\d+)\.(\d\d) \w+ to cover network costs on (.+)$/;
  const [, major = "", minor = "", network = ""] = words.exec(String(body.message)) ?? [];
  return { cents: BigInt(major + minor), network };
}

test("a payment must cover the gas of a chain: the API names the lowest minimum, and takes it", async () => {
  const { cents, network } = await namedMinimum();
  expect(network).toBe("BNB Smart Chain");
  expect((await create(cents - 1n)).status).toBe(400);
  expect((await create(cents)).status).toBe(201);
  expect((await namedMinimum("caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")).network).toBe(
    "Base",
  );
  const euros = await namedMinimum("iso4217/EUR");
  expect((await create(euros.cents, "iso4217/EUR")).status).toBe(201);
});

test("where fees are meant to cover gas, the minimum is the amount whose fee does", async () => {
  const paying = createApiClient(till.baseUrl, await createPartner({ fees: { fixedCents: 0, ppm: 100_000 } }));
  const [free, paid] = [await namedMinimum(), await namedMinimum(undefined, paying)];
  // A tenth of the amount covers the gas, where a quarter of it must otherwise.
  expect(Number(paid.cents) / Number(free.cents)).toBeCloseTo(2.5, 0);
  expect((await create(paid.cents, undefined, paying)).status).toBe(201);
});

test("a chain whose gas a payment wouldn't cover isn't offered", async () => {
  const { cents } = await namedMinimum();
  const payers = {
    8453: await createPayer(base, "small", { token: usdc, kind: "key", amount: 10n ** 9n }),
    56: await createPayer(bnb, "small", { token: pegged, kind: "key", amount: 10n ** 21n }),
  };
  const offered = async (value: bigint) => {
    const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/USD", value: String(value) } });
    return [
      (await listOffers(api, paymentId, 8453, payers[8453].account)).length > 0,
      (await listOffers(api, paymentId, 56, payers[56].account)).length > 0,
    ];
  };
  expect(await offered(cents)).toEqual([false, true]);
  expect(await offered(40n * cents)).toEqual([true, true]);
});

test("a hundred payments of dust to oneself cost no more gas than the buyer's budget, and raise the alarm", async () => {
  const alarm = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const payer = await createPayer(base, "dust", { token: usdc, kind: "key", amount: 10n ** 10n });
  const self = await createPartner({
    fees: { fixedCents: 0, ppm: 0 },
    settlements: [{ token: usdc, address: payer.account }],
  });
  const shop = createApiClient(till.baseUrl, self);
  const { cents } = await namedMinimum("caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", shop);
  const pay = async () => {
    const { paymentId } = await shop.createPayment({ amount: { unit: "iso4217/USD", value: String(cents) } });
    const [option] = await listOffers(shop, paymentId, 8453, payer.account);
    if (option === undefined) throw new Error("there is no option");
    const { status, body, headers } = await confirmWith(shop, paymentId, option, await perform(option, payer));
    if (status === 200) return paymentId;
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(body.message).toContain("the account's daily budget for network costs at this merchant is used up");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    return null;
  };
  const accepted: (string | null)[] = [];
  for (let round = 0; round < 10; round += 1) {
    accepted.push(...(await Promise.all(Array.from({ length: 10 }, pay))));
  }
  const paid = accepted.filter((paymentId) => paymentId !== null);
  for (const paymentId of paid) expect(await awaitFinal(shop, paymentId)).toBe("succeeded");
  expect(paid.length).toBeGreaterThan(0);
  expect(paid.length).toBeLessThan(100);
  const { rows } = await pool().query<{ spent: string; count: number }>(
    `SELECT sum(r.gas_cost)::text AS spent, count(*)::int AS count FROM relay_transaction r
     JOIN payment_attempt a ON a.id = r.attempt_id JOIN payment p ON p.id = a.payment_id WHERE p.partner_id = $1`,
    [self.partnerId],
  );
  expect(rows[0]?.count).toBe(paid.length);
  const spentCents = (BigInt(rows[0]?.spent ?? 0) * coinCents) / 10n ** 18n;
  expect(spentCents).toBeGreaterThan(0n);
  expect(spentCents).toBeLessThanOrEqual(buyerCents);
  const facts = { alarm: "gas_budget", scope: "buyer", partnerId: self.partnerId, buyer: payer.account };
  expect(alarm).toHaveBeenCalledWith(expect.objectContaining(facts), expect.any(String));
  alarm.mockRestore();
});

test("while a shop's budget is used up, a buyer who would have to pay for an approval gets an error instead of options", async () => {
  const shop = await createPartner({ fees: { fixedCents: 0, ppm: 0 } });
  const client = createApiClient(till.baseUrl, shop);
  const payer = await createPayer(bnb, "approves", { token: pegged, kind: "key", amount: 10n ** 21n });
  const signer = await createPayer(base, "signs", { token: usdc, kind: "key", amount: 10n ** 9n });
  const { paymentId } = await client.createPayment();
  const ask = (account: string) =>
    client.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts: [account] });
  await pool().query("UPDATE partner SET gas_budget = 0 WHERE id = $1", [shop.partnerId]);
  const { status, body, headers } = await ask(`eip155:56:${payer.account}`);
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(body.message).toContain("the merchant's daily budget for network costs is used up");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(`eip155:8453:${signer.account}`)).status).toBe(200);
  await pool().query("UPDATE partner SET gas_budget = NULL WHERE id = $1", [shop.partnerId]);
  expect((await ask(`eip155:56:${payer.account}`)).status).toBe(200);
});

test("a confirm that waits for an approval holds no budget, and fails if none is left once it is approved", async () => {
  const shop = await createPartner({ fees: { fixedCents: 0, ppm: 0 } });
  const client = createApiClient(till.baseUrl, shop);
  const payer = await createPayer(bnb, "waits", { token: pegged, kind: "key", amount: 10n ** 21n });
  const { paymentId } = await client.createPayment();
  const [option] = await listOffers(client, paymentId, 56, payer.account);
  if (option === undefined) throw new Error("there is no option");
  const results = await perform(option, { ...payer, send: async () => keccak256("0x06") });
  expect((await confirmWith(client, paymentId, option, results)).body.status).toBe("processing");
  const charges = "SELECT state FROM gas_charge WHERE partner_id = $1";
  expect((await pool().query(charges, [shop.partnerId])).rows).toEqual([]);
  await pool().query("UPDATE partner SET gas_budget = 0 WHERE id = $1", [shop.partnerId]);
  await perform(option, payer);
  expect(await awaitFinal(client, paymentId)).toBe("failed");
  expect((await pool().query(charges, [shop.partnerId])).rows).toEqual([]);
  const { rows } = await pool().query<{ rejection: string }>(
    "SELECT rejection FROM payment_attempt WHERE payment_id = $1",
    [paymentId],
  );
  expect(rows[0]?.rejection).toContain("the merchant's daily budget for network costs is used up");
});

test("an undeployed wallet of a factory that isn't listed has to be deployed first, and then pays", async () => {
  const [, owner] = base.accounts.buyers;
  if (owner === undefined) throw new Error("there is no second buyer");
  const wallet = await smartWalletOf(base, owner.privateKey, keccak256(stringToHex("not listed")));
  await mint(base, usdc, wallet.address, 10n ** 9n);
  const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/USD", value: "50000" } });
  const [option] = await listOffers(api, paymentId, 8453, wallet.address);
  if (option === undefined) throw new Error("there is no option");
  const [signature = "0x"] = await perform(option, contractPayer(wallet));
  const answer = await confirmWith(api, paymentId, option, [signature]);
  expect([answer.status, answer.body.code]).toEqual([400, "params_validation"]);
  expect(answer.body.message).toContain("Deploy the wallet first");
  await wallet.deploy();
  expect((await confirmWith(api, paymentId, option, await perform(option, contractPayer(wallet)))).status).toBe(200);
});

test("a payout's gas is reserved before it is sent: beyond the partner's budget it waits, and the receipt replaces the reservation", async ({
  task,
}) => {
  const shop = await createPartner({ fees: { fixedCents: 0, ppm: 0 } });
  const client = createApiClient(till.baseUrl, shop);
  const buyer = await createPayer(base, task.name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const { paymentId } = await client.createPayment();
  const [offer] = await listOffers(client, paymentId, 8453, buyer.account);
  if (offer === undefined) throw new Error("no offer");
  expect((await confirmWith(client, paymentId, offer, await perform(offer, buyer))).status).toBe(200);
  expect(await awaitFinal(client, paymentId)).toBe("succeeded");
  const setBudget = (cents: number | null) =>
    pool().query("UPDATE partner SET gas_budget = $2 WHERE id = $1", [shop.partnerId, cents]);
  const payout = async () =>
    (await pool().query("SELECT state, waits_for FROM payout WHERE payment_id = $1", [paymentId])).rows[0];
  const charge = async () =>
    (await pool().query("SELECT state, wei, relay_transaction_id FROM gas_charge WHERE payment_id = $1", [paymentId]))
      .rows;
  await setBudget(0);
  await setDestination(shop, usdc, buyer.account);
  await inTransaction((tx) => payOutNow(tx, { partnerId: shop.partnerId, merchantId: null }, paymentId));
  await until("the payout to wait", async () => (await payout())?.waits_for === "gas_budget");
  expect([(await payout())?.state, await charge()]).toEqual(["pending", []]);
  await setBudget(null);
  await until("the payout", async () => (await payout())?.state === "final");
  const [spent] = await charge();
  expect(spent).toMatchObject({ state: "spent" });
  const cost = "SELECT gas_cost FROM relay_transaction WHERE id = $1";
  expect((await pool().query(cost, [spent.relay_transaction_id])).rows).toEqual([{ gas_cost: spent.wei }]);
});
