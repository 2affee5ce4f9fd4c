import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { pool } from "#lib/db/pool.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { log } from "#lib/log/log.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { type Issuer, issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const peggedUsdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
// Returns nothing from transfer, transferFrom and approve, and changes allowances only from zero.
const usdt = getToken("eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7");

let till: Till;

/** The facts of every alarm of this file. */
const alarms: unknown[] = [];

beforeAll(async () => {
  till = await startTill({ chainIds: [8453, 56, 1] });
  vi.spyOn(log(), "error").mockImplementation((facts: unknown) => void alarms.push(facts));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await till.stop();
});

/** A restriction by the token's issuer that affects a payment, on or off. */
type Trouble = readonly [what: string, set: (issuer: Issuer, parties: Parties, isOn: boolean) => Promise<void>];
type Parties = { buyer: Address; treasury: Address; merchant: Address };

const frozenBuyer: Trouble = ["the buyer is frozen", (issuer, { buyer }, isOn) => issuer.setFrozen(buyer, isOn)];
const frozenTreasury: Trouble = [
  "the treasury is frozen",
  (issuer, { treasury }, isOn) => issuer.setFrozen(treasury, isOn),
];
const frozenMerchant: Trouble = [
  "the merchant is frozen",
  (issuer, { merchant }, isOn) => issuer.setFrozen(merchant, isOn),
];
const paused: Trouble = ["the token is paused", (issuer, _, isOn) => issuer.setPaused(isOn)];
const keepsFee: Trouble = ["the token keeps a fee of 1 %", (issuer, _, isOn) => issuer.setFeeBps(isOn ? 100 : 0)];

describe.each([usdc, peggedUsdc, usdt])("$symbol on chain $chainId, by $method", (token) => {
  const amount = 10n * 10n ** BigInt(token.decimals);
  const fee = (14n * 10n ** BigInt(token.decimals)) / 100n;
  let chain: TestChain;
  let api: ApiClient;
  let issuer: Issuer;
  let payer: Payer;
  let parties: Parties;
  let paymentId: string;
  let option: WireOption;
  let results: `0x${string}`[];
  let held: bigint;
  let worker: { stop(): Promise<void> } | null = null;
  let undo = async () => {};

  beforeEach(async ({ task }) => {
    chain = till.chains.find(({ chainId }) => chainId === token.chainId) as TestChain;
    issuer = issuerOf(chain, token);
    const buyer = { token, amount, kind: "key", ...(token.method === "permit2" ? { allowance: amount } : {}) } as const;
    payer = await createPayer(chain, task.name, buyer);
    const merchant = (await createPayer(chain, `${task.name}, the merchant`, { token, amount: 1n, kind: "key" }))
      .account;
    parties = { buyer: payer.account, treasury: chain.accounts.relayer.address, merchant };
    await offer(await createPartner({ settlements: [{ token, address: merchant }] }));
    held = await balanceOf(parties.treasury);
  });
  afterEach(async () => {
    await chain.client.setAutomine(true);
    await undo();
    undo = async () => {};
    await worker?.stop();
    worker = null;
    // A refusal is remembered for a minute.
    processSingleton("can-receive", () => null).forget();
  });

  async function offer(partner: TestPartner): Promise<void> {
    api = createApiClient(till.baseUrl, partner);
    ({ paymentId } = await api.createPayment());
    option = (await listOffers(api, paymentId, token.chainId, payer.account))[0] as WireOption;
    results = await perform(option, payer);
  }
  const confirm = () => confirmWith(api, paymentId, option, results);
  const set = async ([, turn]: Trouble, isOn: boolean) => {
    undo = isOn ? () => turn(issuer, parties, false) : async () => {};
    await turn(issuer, parties, isOn);
  };
  const balanceOf = (account: Address) =>
    chain.client.readContract({ address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [account] });
  /** Returns the current shares of buyer, treasury and merchant in the amount. */
  const shares = async () => ({
    buyer: await balanceOf(parties.buyer),
    treasury: (await balanceOf(parties.treasury)) - held,
    merchant: (await balanceOf(parties.merchant)) - 1n,
  });
  const untouched = { buyer: amount, treasury: 0n, merchant: 0n };
  const settled = { buyer: 0n, treasury: fee, merchant: amount - fee };
  const details = async () => {
    const { status, settlement } = (await api.merchant("GET", `/v1/payments/${paymentId}`)).body;
    return { status, settlement };
  };
  const untilPending = (count: number) =>
    until(`${count} pending transactions`, async () => (await chain.client.getTxpoolStatus()).pending === count);

  test.each([
    [...frozenBuyer, /refuses transfers from this account: "Blacklistable: account is blacklisted"\..+another account/],
    [...frozenMerchant, /can't be used for this payment now: "Blacklistable: account is blacklisted"\..+options again/],
    [...frozenTreasury, /can't be used for this payment now: "Blacklistable: account is blacklisted"\..+options again/],
    [...paused, /can't be used for this payment now: "Pausable: paused"\..+options again/],
    [...keepsFee, /would deliver less than the amount.+options again/],
  ] as const)(
    "%s: the confirm is refused with the token's reason, and accepted once that is over",
    async (what, turn, message) => {
      const trouble: Trouble = [what, turn];
      await set(trouble, true);
      const refused = await confirm();
      expect([refused.status, refused.body.code]).toEqual([400, "invalid_state"]);
      expect(refused.body.message).toMatch(message);
      // A refusal that isn't the buyer's doing takes the option away and calls the operator.
      const isBuyers = trouble[0] === frozenBuyer[0];
      expect((await listOffers(api, paymentId, token.chainId, payer.account)).length).toBe(isBuyers ? 1 : 0);
      const alarm = what === keepsFee[0] ? "token_keeps_fee" : "recipient_blocked";
      const own = { alarm, chainId: token.chainId, token: token.address };
      if (!isBuyers) expect(alarms).toContainEqual(expect.objectContaining(own));
      expect(await details()).toEqual({ status: "requires_action", settlement: null });
      await set(trouble, false);
      expect(await shares()).toEqual(untouched);

      expect((await confirm()).status).toBe(200);
      worker = await startWorker();
      expect(await awaitFinal(api, paymentId)).toBe("succeeded");
      await awaitSettlement(api, paymentId);
      expect(await shares()).toEqual(settled);
    },
  );

  test.each([frozenBuyer, frozenMerchant, frozenTreasury, paused, keepsFee])(
    "%s after the confirm: the payment fails and nothing has moved",
    async (...trouble) => {
      expect((await confirm()).status).toBe(200);
      await set(trouble, true);
      worker = await startWorker();
      expect(await awaitFinal(api, paymentId)).toBe("failed");
      expect(await details()).toEqual({ status: "failed", settlement: null });
      expect(await shares()).toEqual(untouched);
      const repeated = await confirm();
      expect([repeated.status, repeated.body.status]).toEqual([200, "failed"]);
    },
  );

  test.each([frozenBuyer, frozenMerchant, frozenTreasury, paused, keepsFee])(
    "%s in the very block of the collection: it reverts, the payment fails and nothing has moved",
    async (...trouble) => {
      await chain.client.setAutomine(false);
      worker = await startWorker();
      expect((await confirm()).status).toBe(200);
      await untilPending(1);
      const isSet = set(trouble, true);
      await untilPending(2);
      await chain.client.mine({ blocks: 1 });
      await isSet;
      expect(await awaitFinal(api, paymentId)).toBe("failed");
      expect(await shares()).toEqual(untouched);
    },
  );

  test.each([frozenMerchant, frozenTreasury, paused])(
    "%s after the success of a payment that is held: the payout fails, and the money stays in the treasury",
    async (...trouble) => {
      const partner = await createPartner();
      await offer(partner);
      await chain.client.setAutomine(false);
      await confirm();
      await setDestination(partner, token, parties.merchant);
      worker = await startWorker();
      await untilPending(1);
      await chain.client.mine({ blocks: 1 });
      expect(await awaitFinal(api, paymentId)).toBe("succeeded");
      await untilPending(1);
      const isSet = set(trouble, true);
      await untilPending(2);
      await chain.client.mine({ blocks: 1 });
      await isSet;
      await untilPayout("failed");
      expect(await details()).toEqual({ status: "succeeded", settlement: null });
      expect(await shares()).toEqual({ buyer: 0n, treasury: amount, merchant: 0n });
    },
  );

  function untilPayout(state: string): Promise<true> {
    const query = "SELECT FROM payout WHERE payment_id = $1 AND state = $2";
    return until(
      `a payout that is ${state}`,
      async () => (await pool().query(query, [paymentId, state])).rows.length > 0,
    );
  }
});

test("a blocked account that would first pay for an approval is offered nothing", async () => {
  const chain = till.chains.find(({ chainId }) => chainId === 1) as TestChain;
  const payer = await createPayer(chain, "blocked", { token: usdt, kind: "key", amount: 10_000_000n });
  await issuerOf(chain, usdt).setFrozen(payer.account, true);
  const api = createApiClient(till.baseUrl, await createPartner());
  const { paymentId } = await api.createPayment();
  expect(await listOffers(api, paymentId, 1, payer.account)).toEqual([]);
});

describe("a token that changes allowances only from zero, and returns nothing", () => {
  test("a wallet whose allowance changed meanwhile: its approval reverts, the confirm is refused, new options work", async () => {
    const chain = till.chains.find(({ chainId }) => chainId === 1) as TestChain;
    const payer = await createPayer(chain, "changed meanwhile", { token: usdt, kind: "key", amount: 10_000_000n });
    const api = createApiClient(till.baseUrl, await createPartner());
    const { paymentId } = await api.createPayment();
    const offer = async () => (await listOffers(api, paymentId, 1, payer.account))[0] as WireOption;
    const methods = ({ actions }: WireOption) => actions.map(({ data }) => data.method);

    const first = await offer();
    expect(methods(first)).toEqual(["eth_sendTransaction", "eth_signTypedData_v4"]);
    const args = [permit2Address, 7n] as const;
    await payer.send(usdt.address, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }));
    const refused = await confirmWith(api, paymentId, first, await perform(first, payer));
    expect([refused.status, refused.body.code]).toEqual([422, "params_validation"]);

    const second = await offer();
    expect(methods(second)).toEqual(["eth_sendTransaction", "eth_sendTransaction", "eth_signTypedData_v4"]);
    const worker = await startWorker();
    expect((await confirmWith(api, paymentId, second, await perform(second, payer))).status).toBe(200);
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    await worker.stop();
  });
});
