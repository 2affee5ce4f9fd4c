import {
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  multicall3Abi,
  parseAbi,
  parseEventLogs,
  parseGwei,
  stringToHex,
  type TypedDataDefinition,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eip3009Abi, erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { findCollection } from "#lib/chain/find-collection.ts";
import { authorizationHash } from "#lib/chain/permits/eip3009.ts";
import { collectWithKeyCalldata } from "#lib/chain/router/collect-calldata.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { parseSignature } from "#lib/chain/signatures/signatures.ts";
import { assetOf, type Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import type { OptionId, PaymentId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { collectableOf, routerPaymentOf } from "#lib/domain/payments/options/option.ts";
import { findOption } from "#lib/domain/payments/options/option-repository.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { log } from "#lib/log/log.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mineWhile } from "#test/chain/mine-while.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, keyPayer, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listCollected, listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const usdcOnEthereum = getToken("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48");
const tetherOnEthereum = getToken("eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7");
const usdcOnOptimism = getToken("eip155:10/erc20:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85");
const usdcOnPolygon = getToken("eip155:137/erc20:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359");
const permit2Abi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct TransferDetails { address to; uint256 requestedAmount; }",
  "function permitTransferFrom(PermitTransferFrom permit, TransferDetails details, address owner, bytes signature)",
]);
const amount = 10_000_000n;
const fee = 140_000n;
const accountFor = (name: string) => privateKeyToAccount(keccak256(stringToHex(name))).address;
const treasury = accountFor("the operator's treasury");
const feeRecipient = accountFor("the operator's fee recipient");
let till: Till;
/** The facts of every alarm of this file. */
const alarms: unknown[] = [];

beforeAll(async () => {
  till = await startTill({
    chainIds: [8453, 1, 10, 137],
    env: {
      TREASURY_ADDRESS_1: treasury,
      FEE_RECIPIENT_1: feeRecipient,
      PAYMENT_ROUTER_10: permit2Address,
      PAYMENT_ROUTER_137: accountFor("no contract"),
    },
  });
  vi.spyOn(log(), "error").mockImplementation((facts: unknown) => void alarms.push(facts));
  // Before any option is offered, because what a token answers is remembered for a minute.
  await issuerOf(chainOf(tetherOnEthereum), tetherOnEthereum).setFrozen(feeRecipient, true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await till.stop();
});

const chainOf = ({ chainId }: Token) => till.chains.find((chain) => chain.chainId === chainId) as TestChain;
const balanceOf = (token: Token, account: Address) =>
  chainOf(token).client.readContract({
    address: token.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });

type Offer = { api: ApiClient; payer: Payer; paymentId: PaymentId; options: WireOption[] };

/** Creates a payment of a merchant, and lists what it offers to a new buyer who has the amount of one token. */
async function offer(partner: TestPartner, name: string, token: Token): Promise<Offer> {
  const api = createApiClient(till.baseUrl, partner);
  const allowance = token.method === "permit2" ? { allowance: amount } : {};
  const payer = await createPayer(chainOf(token), name, { token, kind: "key", amount, ...allowance });
  const { paymentId } = await api.createPayment();
  const options = await listOffers(api, paymentId, token.chainId, payer.account);
  return { api, payer, paymentId: paymentId as PaymentId, options };
}

async function confirmFirst({ api, payer, paymentId, options }: Offer) {
  const [option] = options;
  if (option === undefined) throw new Error("no option");
  return confirmWith(api, paymentId, option, await perform(option, payer));
}

async function succeed(offered: Offer): Promise<void> {
  expect((await confirmFirst(offered)).status).toBe(200);
  const worker = await startWorker();
  expect(await awaitFinal(offered.api, offered.paymentId)).toBe("succeeded");
  await worker.stop();
}

async function relayed(paymentId: string): Promise<number> {
  const query = `SELECT FROM relay_transaction r LEFT JOIN payment_attempt a ON a.id = r.attempt_id
    WHERE coalesce(r.payment_id, a.payment_id) = $1`;
  return (await pool().query(query, [paymentId])).rows.length;
}

describe("a destination that has changed since the offer is not paid:", () => {
  const [before, after] = [accountFor("the destination"), accountFor("another destination")];
  const remove = ({ merchantId }: TestPartner) =>
    prisma().settlementDestination.deleteMany({ where: { merchantId, asset: assetOf(usdc) } });

  test.for<
    [what: string, had: Address | null, change: (partner: TestPartner) => Promise<unknown>, next: Address | null]
  >([
    ["changed", before, (partner) => setDestination(partner, usdc, after), after],
    ["removed", before, remove, null],
    ["added", null, (partner) => setDestination(partner, usdc, after), after],
  ])(
    "%s, the confirm answers quote_expired and nothing is sent; a new option is paid as it is now",
    async ([what, had, change, next]) => {
      const partner = await createPartner();
      if (had !== null) await setDestination(partner, usdc, had);
      const offered = await offer(partner, what, usdc);
      const { api, payer, paymentId } = offered;
      const sinceBlock = (await chainOf(usdc).client.getBlockNumber()) + 1n;
      await change(partner);
      const refused = await confirmFirst(offered);
      expect([refused.status, refused.body.code]).toEqual([400, "quote_expired"]);
      expect(await relayed(paymentId)).toBe(0);
      const { body } = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
      expect(body.status).toBe("requires_action");
      expect(await balanceOf(usdc, payer.account)).toBe(amount);

      await succeed({ ...offered, options: await listOffers(api, paymentId, 8453, payer.account) });
      const recipient = next ?? chainOf(usdc).accounts.relayer.address;
      const paid = await listTransfers(chainOf(usdc), usdc, defaultRouter, recipient, sinceBlock);
      expect(paid).toEqual(next === null ? [amount - fee, fee] : [amount - fee]);
    },
  );
});

test("a signature is for the router only, and ends at most five minutes after its option", async () => {
  const { options, paymentId } = await offer(await createPartner(), "valid before", usdc);
  const [option] = options;
  const stored = await findOption(database, paymentId, option?.id as OptionId);
  const typedData = JSON.parse(String(option?.actions[0]?.data.params[1])) as TypedDataDefinition;
  const { to, validBefore, nonce } = typedData.message as { to: Address; validBefore: string; nonce: Hex };
  if (stored === null) throw new Error("no option is stored");
  expect(isAddressEqual(to, defaultRouter)).toBe(true);
  expect(nonce).toBe(stored.nonce);
  const seconds = Number(validBefore) - toUnixSeconds(stored.expiresAt);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(300);
});

describe("on a chain whose router's address has", () => {
  test.for([
    ["another contract", usdcOnOptimism],
    ["no contract", usdcOnPolygon],
  ] as const)("%s nothing is offered, and an alarm says so", async ([what, token]) => {
    const { options } = await offer(await createPartner(), what, token);
    expect(options).toEqual([]);
    // Once for each process: a worker of an earlier test may have raised it.
    expect(alarms).toContainEqual(expect.objectContaining({ alarm: "router_check", chainId: token.chainId }));
  });
});

test("a token that blocks the merchant's destination is not offered, and an alarm says so", async () => {
  const destination = accountFor("a blocked destination");
  await issuerOf(chainOf(usdc), usdc).setFrozen(destination, true);
  const blocked = await createPartner({ settlements: [{ token: usdc, address: destination }] });
  const offered = await offer(blocked, "blocked", usdc);
  expect(offered.options).toEqual([]);
  expect(alarms).toContainEqual(expect.objectContaining({ alarm: "recipient_blocked", recipient: destination }));
  const { api, payer, paymentId } = offered;
  await setDestination(blocked, usdc, accountFor("an open destination"));
  expect(await listOffers(api, paymentId, 8453, payer.account)).toHaveLength(1);
});

describe("with a treasury and a fee recipient of the operator's own", () => {
  let partner: TestPartner;
  beforeEach(async () => {
    partner = await createPartner();
  });

  test("money of a merchant without a destination goes to the treasury, which this installation can't pay out", async () => {
    const offered = await offer(partner, "held", usdcOnEthereum);
    const { api, paymentId } = offered;
    await succeed(offered);
    expect(await balanceOf(usdcOnEthereum, treasury)).toBe(amount - fee);
    expect(await balanceOf(usdcOnEthereum, feeRecipient)).toBe(fee);
    expect(await balanceOf(usdcOnEthereum, chainOf(usdcOnEthereum).accounts.relayer.address)).toBe(0n);
    expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).body.settlement).toBeNull();

    await setDestination(partner, usdcOnEthereum, accountFor("a later destination"));
    const order = inTransaction((tx) => payOutNow(tx, { partnerId: partner.partnerId, merchantId: null }, paymentId));
    await expect(order).rejects.toMatchObject({
      code: "invalid_state",
      message: `The money is in the treasury ${treasury}, whose key this installation doesn't have. Its owner has to send it.`,
    });
    const { rows } = await pool().query("SELECT state FROM payout WHERE payment_id = $1", [paymentId]);
    expect(rows).toEqual([{ state: "held" }]);
    expect((await reconcile()).differences).toEqual([]);
  });

  test("a destination added before the collection doesn't send the relayer's money: the payout is held", async () => {
    const offered = await offer(partner, "held, with a destination", usdcOnEthereum);
    expect((await confirmFirst(offered)).status).toBe(200);
    await setDestination(partner, usdcOnEthereum, accountFor("a later destination"));
    const worker = await startWorker();
    expect(await awaitFinal(offered.api, offered.paymentId)).toBe("succeeded");
    await worker.stop();
    const { rows } = await pool().query("SELECT state FROM payout WHERE payment_id = $1", [offered.paymentId]);
    expect(rows).toEqual([{ state: "held" }]);
    expect(await relayed(offered.paymentId)).toBe(1);
  });

  test("the treasury takes the fee where the token blocks the fee recipient", async () => {
    const destination = accountFor("a merchant");
    await setDestination(partner, tetherOnEthereum, destination);
    await succeed(await offer(partner, "blocked fee recipient", tetherOnEthereum));
    expect(await balanceOf(tetherOnEthereum, destination)).toBe(amount - fee);
    expect(await balanceOf(tetherOnEthereum, treasury)).toBe(fee);
    expect(await balanceOf(tetherOnEthereum, feeRecipient)).toBe(0n);
  });
});

test("a merchant that offers only tokens that can be settled offers those with a destination", async () => {
  const partner = await createPartner();
  await prisma().merchant.update({ where: { id: partner.merchantId }, data: { onlySettleableTokens: true } });
  await setDestination(partner, usdcOnPolygon, accountFor("a merchant"));
  const { api, payer, paymentId, options } = await offer(partner, "only settleable tokens", usdc);
  expect(options).toEqual([]);
  await setDestination(partner, usdc, accountFor("a merchant"));
  expect(await listOffers(api, paymentId, usdc.chainId, payer.account)).toHaveLength(1);
});

test("an event that a stranger makes the router emit for a worthless token and a copied id is not the payment's", async () => {
  const chain = chainOf(usdc);
  const offered = await offer(await createPartner(), "forged", usdc);
  const { api, payer, paymentId, options } = offered;
  expect((await confirmFirst(offered)).status).toBe(200);
  const option = await findOption(database, paymentId, options[0]?.id as OptionId);
  const domain = usdc.domains[0];
  if (option === null || domain === undefined) throw new Error("no option or domain");

  const worthless = { ...usdc, address: accountFor("a worthless token") };
  const bytecode = await chain.client.getCode({ address: usdc.address });
  await chain.client.setCode({ address: worthless.address, bytecode: bytecode ?? "0x" });
  const key = keccak256(stringToHex("a stranger"));
  const stranger = privateKeyToAccount(key);
  await chain.client.setBalance({ address: stranger.address, value: 10n ** 18n });
  await mint(chain, worthless, stranger.address, amount);
  const copied = routerPaymentOf(option);
  const forged = { ...copied, payer: stranger.address, submitter: stranger.address, token: worthless.address };
  const nonce = commitmentOf(option, forged);
  const { chainId, router: to } = option;
  const parties = { chainId, token: worthless.address, domain, from: stranger.address, to, value: amount };
  const hash = authorizationHash("ReceiveWithAuthorization", { ...parties, validBefore: forged.validBefore, nonce });
  const signature = parseSignature(await stranger.sign({ hash }));
  if (signature === null) throw new Error("could not parse our own signature");
  const sent = await keyPayer(chain, key).send(to, collectWithKeyCalldata(forged, signature));
  expect((await chain.client.getTransactionReceipt({ hash: sent })).status).toBe("success");
  const events = await chain.client.getContractEvents({ address: to, abi: paymentRouterAbi, fromBlock: 0n });
  expect(events.filter(({ args }) => args.id === copied.id)).toHaveLength(1);

  // The real collection can't succeed any more, so the worker looks for an execution by another transaction.
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  await issuerOf(chain, usdc).setFrozen(payer.account, true);
  const worker = await startWorker();
  expect(await mineWhile(chain, awaitFinal(api, paymentId))).toBe("failed");
  await worker.stop();
  expect(await listCollected(chain, usdc, payer.account, sinceBlock)).toEqual([]);
  const { rows } = await pool().query("SELECT FROM chain_transfer WHERE payment_id = $1", [paymentId]);
  expect(rows).toEqual([]);
});

test("searches that run at once share their queries, and each finds its own payment's transaction, if there is one", async () => {
  const partner = await createPartner();
  const offers: Offer[] = [];
  for (const name of ["paid first", "never paid", "paid last"]) offers.push(await offer(partner, name, usdc));
  const [first, , last] = offers;
  for (const paid of [first, last]) if (paid !== undefined) await succeed(paid);
  const found = await Promise.all(
    offers.map(async ({ paymentId, options }) => {
      const option = await findOption(database, paymentId, options[0]?.id as OptionId);
      return option && (await findCollection(collectableOf(option), 0n, 0n)).execution;
    }),
  );
  const transactionOf = async ({ api, paymentId }: Offer) => {
    const { info } = (await api.merchant("GET", `/v1/payments/${paymentId}`)).body as { info: { txId: string } | null };
    return info?.txId ?? null;
  };
  const transactions = await Promise.all(offers.map(transactionOf));
  expect(found.map((execution) => execution?.receipt.transactionHash ?? null)).toEqual(transactions);
  expect(new Set(transactions).size).toBe(3);
});

describe("in the block of the collection, the buyer uses the signed nonce up", () => {
  const chain = () => chainOf(tetherOnEthereum);
  const sponsor = privateKeyToAccount(keccak256(stringToHex("the buyer's other account")));

  /** Confirms payments, and gets a transaction of the sponsor mined in their block, before them. @returns its receipt. */
  async function overtake(offers: readonly Offer[], to: Address, data: Hex) {
    const { client } = chain();
    await client.setBalance({ address: sponsor.address, value: 10n ** 18n });
    await client.setAutomine(false);
    const worker = await startWorker();
    for (const offered of offers) expect((await confirmFirst(offered)).status).toBe(200);
    const isPending = async () => (await client.getTxpoolStatus()).pending === offers.length;
    await until("the collections in the pool", isPending);
    const gasPrice = parseGwei("500");
    const hash = await client.sendTransaction({ account: sponsor, chain: null, to, data, gas: 500_000n, gasPrice });
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    for (const { api, paymentId, payer } of offers) {
      expect(await mineWhile(chain(), awaitFinal(api, paymentId))).toBe("failed");
      expect(await balanceOf(usdcOnEthereum, payer.account)).toBe(0n);
    }
    await worker.stop();
    return client.getTransactionReceipt({ hash });
  }

  const signatureRequestOf = ({ options: [option] }: Offer) =>
    JSON.parse(String(option?.actions[0]?.data.params[1])) as TypedDataDefinition & {
      message: Record<string, unknown>;
    };

  test("by Permit2 and a token without logs: the payment fails", async () => {
    const offered = await offer(await createPartner(), "a token without logs", tetherOnEthereum);
    const request = signatureRequestOf(offered);
    const { nonce, deadline } = request.message as { nonce: string; deadline: string };
    const token = accountFor("a token that answers true");
    await chain().client.setCode({ address: token, bytecode: "0x600160005260206000f3" });
    const permitted = { token, amount: 1n };
    const message = { ...request.message, permitted, spender: sponsor.address };
    const signature = await offered.payer.sign({ ...request, message });
    const permit = { permitted, nonce: BigInt(nonce), deadline: BigInt(deadline) };
    const details = { to: sponsor.address, requestedAmount: 1n };
    const args = [permit, details, offered.payer.account, signature] as const;
    const data = encodeFunctionData({ abi: permit2Abi, functionName: "permitTransferFrom", args });
    const { status, logs } = await overtake([offered], permit2Address, data);
    expect({ status, logs }).toEqual({ status: "success", logs: [] });
  });

  test("three of them by authorizations in one transaction: all three payments fail", async () => {
    const partner = await createPartner();
    const offers: Offer[] = [];
    for (const _ of [1, 2, 3]) offers.push(await offer(partner, "three authorizations", usdcOnEthereum));
    const calls = await Promise.all(
      offers.map(async (offered) => {
        const { domain, types = {}, message } = signatureRequestOf(offered);
        const { nonce, validBefore } = message as { nonce: Hex; validBefore: string };
        const from = offered.payer.account;
        const signature = await offered.payer.sign({
          domain: domain ?? {},
          types: { TransferWithAuthorization: types.ReceiveWithAuthorization ?? [] },
          primaryType: "TransferWithAuthorization",
          message: { ...message, to: sponsor.address },
        });
        const parsed = parseSignature(signature);
        if (parsed === null) throw new Error("could not parse our own signature");
        const { v, r, s } = parsed;
        const args = [from, sponsor.address, amount, 0n, BigInt(validBefore), nonce, v, r, s] as const;
        const callData = encodeFunctionData({ abi: eip3009Abi, functionName: "transferWithAuthorization", args });
        return { target: usdcOnEthereum.address, callData, allowFailure: false };
      }),
    );
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
    const { status, logs } = await overtake(offers, multicall3Address, data);
    expect(status).toBe("success");
    expect(parseEventLogs({ abi: eip3009Abi, eventName: "AuthorizationUsed", logs })).toHaveLength(3);
  });
});
