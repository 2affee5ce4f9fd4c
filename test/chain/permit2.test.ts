import { encodeFunctionData, type Hex, keccak256, maxUint256, parseEther, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { assetOf, type Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { pay } from "#scripts/pay/pay.ts";
import { invalidation } from "#test/chain/burn-nonce.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, keyPayer, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { smartWalletOf } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const usdcOnBase = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const price = 10n * 10n ** 18n;
let till: Till;
let bnb: TestChain;
let base: TestChain;
let partner: TestPartner;
let api: ApiClient;
let count = 0;

beforeAll(async () => {
  till = await startTill({ chainIds: [56, 8453] });
  [bnb, base] = till.chains as [TestChain, TestChain];
  for (const { client, accounts } of till.chains) {
    await client.setBalance({ address: accounts.faucet.address, value: parseEther("1000") });
  }
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
});
afterAll(() => till.stop());

/** Creates an account with a new key, native coin and these token balances. */
async function createPayer(holdings: readonly (readonly [Token, bigint])[]): Promise<Payer & { privateKey: Hex }> {
  count += 1;
  const privateKey = keccak256(stringToHex(`permit2 ${count}`));
  const { address } = privateKeyToAccount(privateKey);
  await bnb.client.setBalance({ address, value: parseEther("1") });
  for (const [token, amount] of holdings) {
    await mint(token.chainId === 56 ? bnb : base, token, address, amount);
  }
  return { ...keyPayer(bnb, privateKey), privateKey };
}

const approve = ({ send }: Payer, { address }: Token, amount: bigint) =>
  send(address, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, amount] }));

async function offerTo(account: Address) {
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 56, account);
  if (option === undefined) throw new Error("there is no option");
  return { paymentId, option };
}

const methodsOf = ({ actions }: WireOption) => actions.map(({ data }) => data.method);

async function refusalOf(paymentId: string, option: WireOption, results: readonly Hex[]) {
  const { status, body } = await confirmWith(api, paymentId, option, results);
  return [status, (body.issues as { message: string }[] | undefined)?.map(({ message }) => message)];
}

test("a nonce that the buyer has used up since the offer is refused in words", async () => {
  const payer = await createPayer([[usdc, price]]);
  await approve(payer, usdc, price);
  const { paymentId, option } = await offerTo(payer.account);
  const results = await perform(option, payer);
  const { rows } = await pool().query("SELECT nonce FROM payment_option WHERE id = $1", [option.id]);
  await payer.send(permit2Address, invalidation(rows[0].nonce));
  const { status, body } = await confirmWith(api, paymentId, option, results);
  const words =
    "Permit2 refuses this transfer of USDC on BNB Smart Chain: this signature was already used or cancelled.";
  expect([status, body.message]).toEqual([400, `${words} Nothing was charged. Request the options again.`]);
});

describe("options", () => {
  test("are sorted with gasless ones first, those of Permit2 included", async () => {
    const payer = await createPayer([
      [usdc, price],
      [usdt, price],
      [usdcOnBase, 10_000_000n],
    ]);
    await approve(payer, usdt, price);
    const { paymentId } = await api.createPayment();
    const accounts = [56, 8453].map((chainId) => `eip155:${chainId}:${payer.account}`);
    const { body } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
    const options = body.options as (WireOption & { etaS: number })[];
    expect(options.map((option) => [option.amount.unit, methodsOf(option)])).toEqual([
      [`caip19/${assetOf(usdcOnBase)}`, ["eth_signTypedData_v4"]],
      [`caip19/${assetOf(usdt)}`, ["eth_signTypedData_v4"]],
      [`caip19/${assetOf(usdc)}`, ["eth_sendTransaction", "eth_signTypedData_v4"]],
    ]);
  });

  test("require an approval of exactly the amount, from the account to the token", async () => {
    const { account } = await createPayer([[usdc, price]]);
    const { option } = await offerTo(account);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, price] });
    expect(option.actions[0]?.data.params).toEqual([{ from: account, to: usdc.address, data, value: "0x0" }]);
  });

  test("keep their actions when fetched again, even once the allowance exists", async () => {
    const payer = await createPayer([[usdc, price]]);
    const { paymentId, option } = await offerTo(payer.account);
    await approve(payer, usdc, maxUint256);
    const fetched = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/fetch`, { optionId: option.id });
    expect(fetched.body.actions).toEqual(option.actions);
  });

  test("are stored in one row each, as offered", async () => {
    const { account } = await createPayer([
      [usdc, price],
      [usdt, price],
    ]);
    const { paymentId } = await offerTo(account);
    const { rows } = await pool().query(
      `SELECT method, approvals::text[], amount, domain_name, valid_before - floor(extract(epoch FROM expires_at))::int AS grace
       FROM payment_option WHERE payment_id = $1`,
      [paymentId],
    );
    const one = {
      method: "permit2",
      approvals: [String(price)],
      amount: String(price),
      domain_name: null,
      grace: "300",
    };
    expect(rows).toEqual([one, one]);
  });
});

describe("a confirm", () => {
  test("accepts the results in one entry as well as in one for each action", async () => {
    for (const inOne of [true, false]) {
      const payer = await createPayer([[usdc, price]]);
      const { paymentId, option } = await offerTo(payer.account);
      const results = await perform(option, payer);
      const entries = inOne ? [results] : results.map((result) => [result]);
      const body = { optionId: option.id, results: entries.map((data) => ({ type: "walletRpc", data })) };
      const { status } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/confirm`, body);
      expect(status).toBe(200);
    }
  });

  test.each([
    ["one result short", (results: Hex[]) => results.slice(1)],
    ["the results in the wrong order", (results: Hex[]) => results.toReversed()],
  ])("with %s is malformed", async (_, change) => {
    const payer = await createPayer([[usdc, price]]);
    const { paymentId, option } = await offerTo(payer.account);
    const answer = await confirmWith(api, paymentId, option, change(await perform(option, payer)));
    expect([answer.status, answer.body.code]).toEqual([400, "params_validation"]);
  });
});

describe("an account that delegates to code (EIP-7702) signs with its key", () => {
  const delegateTo = (account: Address, code: Address) =>
    bnb.client.setCode({ address: account, bytecode: `0xef0100${code.slice(2).toLowerCase()}` });

  test("and pays when that code accepts its key", async () => {
    const payer = await createPayer([[usdc, price]]);
    await approve(payer, usdc, price);
    const ownersWallet = await smartWalletOf(bnb, payer.privateKey, keccak256("0x01"));
    await ownersWallet.deploy();
    await delegateTo(payer.account, ownersWallet.address);
    const { paymentId, option } = await offerTo(payer.account);
    expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
    const worker = await startWorker();
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    await worker.stop();
  });

  test.each([
    ["with the allowance there already", true, "can't be used: the token refuses this transfer"],
    ["before its approval is mined", false, "must contain a signature that the account's contract accepts (ERC-1271)"],
  ])("and is refused when it doesn't, %s", async (_, isAllowed, message) => {
    const payer = await createPayer([[usdc, price]]);
    if (isAllowed) await approve(payer, usdc, price);
    await delegateTo(payer.account, permit2Address);
    const { paymentId, option } = await offerTo(payer.account);
    const [signature = "0x"] = (await perform(option, { ...payer, send: async () => "0x" })).slice(-1);
    const results: Hex[] = isAllowed ? [signature] : [keccak256("0x02"), signature];
    expect(await refusalOf(paymentId, option, results)).toEqual([422, [message]]);
  });
});

describe("with a worker", () => {
  let worker: { stop(): Promise<void> };
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker.stop());

  test("the buyer on the command line approves, signs and pays, the second time without an approval", async () => {
    const { privateKey } = await createPayer([[usdt, price * 2n]]);
    const nodeUrls = new Map([[56, bnb.rpcUrl]]);
    const steps: string[] = [];
    const { link } = await api.createPayment();
    const options = { appId: partner.appId, privateKey, chainId: 56, token: "USDT", nodeUrls };
    const final = await pay({ ...options, link, onStep: (step) => steps.push(step) });
    expect(final.status).toBe("succeeded");
    expect(steps.filter((step) => step.startsWith("Step"))).toEqual([
      "Step 1 of 2: eth_sendTransaction on eip155:56",
      "Step 2 of 2: eth_signTypedData_v4 on eip155:56",
    ]);
    await approve(keyPayer(bnb, privateKey), usdt, maxUint256);
    steps.length = 0;
    const second = await api.createPayment();
    await pay({ ...options, link: second.link, onStep: (step) => steps.push(step) });
    expect(steps.filter((step) => step.startsWith("Step"))).toEqual(["Step 1 of 1: eth_signTypedData_v4 on eip155:56"]);
  });

  test("of three wallets that race for a payment, one pays and the others learn that it is taken", async () => {
    const sinceBlock = await bnb.client.getBlockNumber();
    const { paymentId } = await api.createPayment();
    const racers = await Promise.all(
      [1, 2, 3].map(async () => {
        const payer = await createPayer([[usdc, price]]);
        const [option] = await listOffers(api, paymentId, 56, payer.account);
        if (option === undefined) throw new Error("there is no option");
        return { payer, option, results: await perform(option, payer) };
      }),
    );
    const answers = await Promise.all(
      racers.map(({ option, results }) => confirmWith(api, paymentId, option, results)),
    );
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [400, "invalid_state"],
      [400, "invalid_state"],
    ]);
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    const paid = racers.map(({ payer }) => listCollected(bnb, usdc, payer.account, sinceBlock));
    expect((await Promise.all(paid)).flat()).toEqual([price]);
  });
});
