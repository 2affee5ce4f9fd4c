import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { encodeFunctionData, erc20Abi, type Hex, isAddressEqual, parseEther, parseEventLogs } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { multicall3Address } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf, nativeAsset } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address, Caip19 } from "#lib/core/caip.ts";
import { database, pool } from "#lib/db/pool.ts";
import { correctBooks } from "#lib/domain/payments/ledger/corrections/correct-books.ts";
import { listMovements } from "#lib/domain/payments/ledger/movements/repository.ts";
import {
  type MovementRequest,
  planMovement,
  requestMovement,
} from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { foldSettlementMonths } from "#lib/domain/payments/settlements/fold-months.ts";
import {
  listStatementMonths,
  parseMonth,
  readStatementTotals,
  walkStatementLines,
} from "#lib/domain/payments/settlements/statement.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { isComplete, recoverAll, resolveUnknown } from "#scripts/recover/recover-all.ts";
import { describeMovements } from "#scripts/treasury/describe-movements.ts";
import { readMovement, type TreasuryOptions } from "#scripts/treasury/read-request.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const execute = promisify(execFile);
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const coin = nativeAsset(8453);

let till: Till;
let chain: TestChain;
let holding: ApiClient;
let settling: ApiClient;
let worker: { stop(): Promise<void> };
let relayer: Address;
let thief: Address;
/** The wallet that settled payments go to, and that signs their refunds. */
let shop: Payer;
const shopBalance = 1n;
let holder: TestPartner;
let seller: TestPartner;
/** The wallets that paid, each of which had the price and nothing else. */
const buyers: Address[] = [];
/** The sum that the treasury holds for merchants. */
let held = 0n;
/** A payment net of fees. */
const net = 9_860_000n;
/** All that happened to the wallet besides payments. */
const thefts: { txHash: Hex; asset: string; amount: bigint }[] = [];
/** Transactions that the thief signed with the wallet's key, and that no person has explained yet. */
let unexplained: Hex[] = [];
let strays = 0n;
let toppedUp = 0n;
/** Tokens that the operator keeps. */
const kept = 50_000_000n;
/** The sums that the operator has moved out of the wallet, by asset. */
const moved = new Map<string, bigint>();

beforeAll(async () => {
  till = await startTill({ env: { GAS_RESERVE_8453: "0.1" } });
  chain = till.chains[0] as TestChain;
  relayer = chain.accounts.relayer.address;
  thief = chain.accounts.merchant.address;
  shop = await createPayer(chain, "books, shop", { token: usdc, amount: shopBalance, kind: "key" });
  seller = await createPartner({ settlements: [{ token: usdc, address: shop.account }] });
  holder = await createPartner();
  settling = createApiClient(till.baseUrl, seller);
  holding = createApiClient(till.baseUrl, holder);
  worker = await startWorker();
  for (const address of [relayer, thief]) await chain.client.impersonateAccount({ address });
  await chain.client.setBalance({ address: thief, value: parseEther("1") });
  expect((await reconcile()).differences).toEqual([]);
});
afterAll(async () => {
  await worker.stop();
  await till.stop();
});

/** @returns the payment's id. */
async function pay(api: ApiClient): Promise<string> {
  await resolveAll();
  const name = `books ${buyers.length}`;
  const payer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  buyers.push(payer.account);
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, payer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  if (api === settling) await awaitSettlement(api, paymentId);
  else held += net;
  return paymentId;
}

async function awaitRefunded(api: ApiClient, paymentId: string): Promise<void> {
  await until("a refund", async () => {
    const { refund } = (await api.merchant("GET", `/v1/payments/${paymentId}`)).body as { refund?: { status: string } };
    return refund?.status === "partial";
  });
}

/** Pays a payment, and has the merchant's wallet refund half of it. */
async function refundByWallet(): Promise<void> {
  const paymentId = await pay(settling);
  const request = { paymentId, mode: "request", amount: { unit: "iso4217/USD", value: "500" } };
  const { body } = await settling.merchant("POST", "/v1/refunds", request);
  const path = `/v1/refund-requests/${String(body.url).split("/").at(-1)}`;
  const offered = await settling.gateway("POST", `${path}/options`, { account: `eip155:8453:${shop.account}` });
  const [option] = offered.body.options as [WireOption];
  const results = (await perform(option, shop)).map((result) => ({ type: "walletRpc", data: [result] }));
  const confirmed = await settling.gateway("POST", `${path}/confirm`, { optionId: option.id, results });
  expect(confirmed.status).toBe(200);
  await awaitRefunded(settling, paymentId);
}

/**
 * Pays a payment whose money is held, and has the treasury return it, unless it would wait because a theft
 * took money of others.
 */
async function refundFromTreasury(): Promise<void> {
  const paymentId = await pay(holding);
  if ((await balanceOf(relayer)) < held + strays) return;
  expect((await holding.merchant("POST", "/v1/refunds", { paymentId, mode: "request" })).status).toBe(200);
  await awaitRefunded(holding, paymentId);
  held -= net;
}

/** The wallet sends nothing while a person has to say what the thief's transactions were. */
async function resolveAll(): Promise<void> {
  await until("the end of the quarantine", async () => {
    const found = await recoverAll(relayRegistry);
    for (const { chainId, wallet, open } of found) {
      for (const { nonce } of open ?? []) await resolveUnknown(`${chainId}:${wallet}:${nonce}`, "a theft");
    }
    return found.every(isComplete);
  });
  unexplained = [];
}

/** Sends a transaction with a stolen key. */
async function steal(to: Address, call: { data?: Hex; value?: bigint }): Promise<Hex> {
  const hash = await send(relayer, to, call);
  unexplained.push(hash);
  return hash;
}

async function send(
  from: Address,
  to: Address,
  { data = "0x", value = 0n }: { data?: Hex; value?: bigint },
): Promise<Hex> {
  const hash = await chain.client.sendTransaction({ account: from, chain: null, to, data, value, gas: 200_000n });
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe("success");
  return hash;
}

/** Orders a movement and awaits its end; null if it is refused, because too little is free. */
async function order(movement: MovementRequest): Promise<bigint | null> {
  await resolveAll();
  const ordered = await requestMovement(movement).catch((error: unknown) => {
    expect(String(error)).toMatch(/free to move/);
    return null;
  });
  if (ordered === null) return null;
  await until("the end of a movement", async () => {
    const { rows } = await pool().query("SELECT FROM movement WHERE id = $1 AND state = 'final'", [ordered.id]);
    return rows.length > 0;
  });
  return ordered.amount;
}

async function sweep(of: Caip19, amount: bigint): Promise<void> {
  const target = { chainId: 8453, wallet: relayer, asset: of, amount, destination: thief } as const;
  const swept = await order({ kind: "sweep", ...target, reason: "cold storage" });
  if (swept !== null) moved.set(of, (moved.get(of) ?? 0n) + swept);
}

function balanceOf(account: Address): Promise<bigint> {
  return chain.client.readContract({
    address: usdc.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });
}

/** A part of what the wallet has, so that no theft reverts. */
async function part(percent: bigint): Promise<bigint> {
  return ((await balanceOf(relayer)) * percent) / 100n;
}

type Step = { kind: keyof typeof act; size: bigint };
const act = {
  held: async () => void (await pay(holding)),
  settled: async () => void (await pay(settling)),
  refundedByWallet: refundByWallet,
  refundedFromTreasury: refundFromTreasury,
  stray: async (size: bigint) => {
    await mint(chain, usdc, thief, size);
    await send(thief, usdc.address, { data: transferCalldata(relayer, size) });
    strays += size;
  },
  topUp: async (value: bigint) => {
    await send(chain.accounts.faucet.address, relayer, { value });
    toppedUp += value;
  },
  stolenCoin: async (value: bigint) => {
    thefts.push({ txHash: await steal(thief, { value }), asset: coin, amount: value });
  },
  stolenByKey: async (size: bigint) => {
    const amount = await part(size);
    if (amount === 0n) return;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [thief, amount] });
    thefts.push({ txHash: await steal(usdc.address, { data }), asset, amount });
  },
  stolenBySpender: async (size: bigint) => {
    const amount = await part(size);
    if (amount === 0n) return;
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [thief, amount] });
    await steal(usdc.address, { data: approve });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [relayer, thief, amount] });
    thefts.push({ txHash: await send(thief, usdc.address, { data }), asset, amount });
  },
  sweptTokens: (size: bigint) => sweep(asset, size),
  sweptCoin: (wei: bigint) => sweep(coin, wei),
  returned: async () => {
    const { received } = await reconcile();
    const [stray] = received;
    if (stray === undefined) return;
    const ended = await order({ kind: "return", transferId: stray.id, reason: "not ours" });
    if (ended !== null) strays -= stray.amount;
  },
  restart: async () => {
    await worker.stop();
    worker = await startWorker();
  },
  reconcile: () => check(),
};

type Found = {
  kind: string;
  txHash?: string | null | undefined;
  asset?: string | null | undefined;
  amount?: bigint | string;
  nonce?: bigint | string | number;
  onChain?: bigint | string | number;
  ours?: bigint | string | number;
};

/**
 * Every theft is named with its transaction, so is every transaction of the wallet that isn't Till's, and
 * nothing else differs.
 */
async function expectThefts(differences: readonly Found[]): Promise<void> {
  const isForeign = ({ kind }: Found) => kind === "foreign_transaction" || kind === "unknown_transaction";
  const byHash = (a: Found, b: Found) => String(a.txHash).localeCompare(String(b.txHash));
  const found = differences
    .filter((difference) => !isForeign(difference))
    .map(({ kind, txHash, asset: of, amount }) => ({ kind, txHash, asset: of, amount: String(amount) }));
  const expected = thefts.map((theft) => ({ kind: "missing_transfer", ...theft, amount: String(theft.amount) }));
  expect(found.toSorted(byHash)).toEqual(expected.toSorted(byHash));
  // Until the wallet is quarantined, they are counted and not named.
  const nonces = differences.filter(isForeign).flatMap(({ nonce, ours, onChain }) => {
    if (nonce !== undefined) return [Number(nonce)];
    return Array.from({ length: Number(onChain) - Number(ours) }, (_, index) => Number(ours) + index);
  });
  const sent = unexplained.map((hash) => chain.client.getTransaction({ hash }));
  expect(nonces.toSorted()).toEqual((await Promise.all(sent)).map(({ nonce }) => nonce).toSorted());
}

/** The transfers of a transaction, which are final. */
const transfersOf = new Map<Hex, readonly bigint[]>();

async function readTransfers(hash: Hex): Promise<readonly bigint[]> {
  const known = transfersOf.get(hash);
  if (known !== undefined) return known;
  const { logs } = await chain.client.getTransactionReceipt({ hash });
  const ofToken = logs.filter(({ address }) => isAddressEqual(address, usdc.address));
  const amounts = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: ofToken }).map(({ args }) => args.value);
  transfersOf.set(hash, amounts);
  return amounts;
}

/** Reads a merchant's statements, whose lines have a transfer of their amount on chain each, and add up to the totals. */
async function readStatements({ partnerId, merchantId }: TestPartner) {
  const scope = { partnerId, merchantId: null };
  const sums = { net: 0n, fees: 0n, paidOut: 0n, refunded: 0n, heldRefunded: 0n, closing: 0n };
  for (const month of (await listStatementMonths(scope, merchantId)).toReversed()) {
    const lines = { net: 0n, fees: 0n, paidOut: 0n, refunded: 0n, heldRefunded: 0n };
    const columns = { payment: "net", payout: "paidOut", refund: "refunded", held_refund: "heldRefunded" } as const;
    const bounds = parseMonth(month);
    if (bounds === null) throw new Error(`${month} isn't a month`);
    for await (const batch of walkStatementLines(scope, merchantId, bounds)) {
      for (const { kind, amount, fee, txHash } of batch) {
        const transfers = await readTransfers(txHash as Hex);
        expect(transfers, `${kind} by ${txHash}`).toContain(amount);
        if (fee > 0n) expect(transfers, `fee of ${kind} by ${txHash}`).toContain(fee);
        lines[columns[kind]] += amount;
        lines.fees += fee;
      }
    }
    const [totals] = await readStatementTotals(scope, merchantId, month);
    expect(totals).toMatchObject({ asset, opening: sums.closing, ...lines });
    for (const [name, amount] of Object.entries(lines)) sums[name as keyof typeof lines] += amount;
    sums.closing = totals?.closing ?? 0n;
  }
  return sums;
}

/** The statements of both merchants agree with each other, with what is held, and with the wallets of the shop and the buyers. */
async function checkStatements(): Promise<void> {
  await until("the sums by month", async () => {
    await foldSettlementMonths();
    const { rows } = await pool().query(
      "SELECT FROM settlement_fold WHERE ledger_id = (SELECT max(id) FROM ledger_entry)",
    );
    return rows.length > 0 || buyers.length === 0;
  });
  const ofHolder = await readStatements(holder);
  const ofSeller = await readStatements(seller);
  expect([ofHolder.closing, ofSeller.closing]).toEqual([held, 0n]);
  expect(ofSeller.paidOut - ofSeller.refunded).toBe((await balanceOf(shop.account)) - shopBalance);
  const refunds = ofHolder.refunded + ofHolder.heldRefunded + ofSeller.refunded + ofSeller.heldRefunded;
  const returned = await Promise.all(buyers.map(balanceOf));
  expect(refunds).toBe(returned.reduce((sum, amount) => sum + amount, 0n));
}

async function check(): Promise<void> {
  const { differences, holdings, totals } = await reconcile();
  await expectThefts(differences);
  await checkStatements();
  for (const { books, underWay, onChain } of holdings) expect(books + underWay).toBe(onChain);
  const stolen = (of: string) => thefts.reduce((sum, theft) => (theft.asset === of ? sum + theft.amount : sum), 0n);
  const token = totals.find((each) => each.asset === asset);
  const booked = { received: strays, missing: stolen(asset), surplus: kept, owedToMerchants: held, owedToBuyers: 0n };
  if (token !== undefined) expect(token).toMatchObject(booked);
  expect(totals).toContainEqual(expect.objectContaining({ asset: coin, missing: stolen(coin) }));
  const { rows } = await pool().query<{ sum: string }>(
    "SELECT coalesce(sum(amount), 0) AS sum FROM wallet_entry WHERE kind = 'top_up'",
  );
  expect(BigInt(rows[0]?.sum ?? 0)).toBe(toppedUp);
  for (const [of, amount] of moved) expect(await bookedTo("operator:8453", of)).toBe(amount);
}

async function bookedTo(account: string, of: string): Promise<bigint> {
  const { rows } = await pool().query<{ sum: string }>(
    "SELECT coalesce(sum(amount), 0) AS sum FROM wallet_entry WHERE debit = $1 AND asset = $2",
    [account, of],
  );
  return BigInt(rows[0]?.sum ?? 0);
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(act) as (keyof typeof act)[])),
    size: fc.bigInt({ min: 1n, max: 60n }),
  }) satisfies fc.Arbitrary<Step>,
  { minLength: 15, maxLength: 25 },
);

const all = { kind: "sweep", chainId: 8453, asset, reason: "cold" } as const;

test("the operator's commands move what is free, once, and say what they refuse", async () => {
  await mint(chain, usdc, thief, kept);
  await send(thief, usdc.address, { data: transferCalldata(relayer, kept) });
  const stray = (await reconcile()).received.at(-1);
  await resolveOpenTransfer(stray?.id as bigint, { kind: "kept" }, "ours");
  const everything = {
    kind: "sweep",
    chainId: 8453,
    wallet: relayer,
    asset,
    destination: thief,
    reason: "cold",
  } as const;
  const { free } = (await planMovement({ ...everything, amount: null })).figures;
  expect(free).toBe(kept);
  // More than half of it.
  const half = { ...everything, amount: free / 2n + 1n };
  const both = await Promise.allSettled([requestMovement(half), requestMovement(half)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

  const sweep = ["sweep", "--chain", "8453", "--token", "USDC", "--to", thief, "--reason", "cold storage"];
  const tooMuch = await command("treasury", ...sweep, "--amount", "1000000", "--yes");
  expect(tooMuch).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/1000000\.000000 USDC is more.*\n {2}on chain: .*free: /s),
  });
  const dry = await command("treasury", ...sweep, "--amount", "0.000001");
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is done yet") });
  const before = await listMovements(database, 1_000);
  const done = await command("treasury", ...sweep, "--amount", "0.000001", "--yes", "--json");
  const { id } = JSON.parse(done.stdout) as { id: string };
  expect((await listMovements(database, 1_000)).length).toBe(before.length + 1);
  moved.set(asset, half.amount + 1n);
  await until("the end of the movements", async () => {
    return (await listMovements(database, 1_000)).every(({ state }) => state === "final");
  });
  await check();
  expect(await describeMovements()).toContain(`${id}  `);
  const correct = [
    "correct",
    "--chain",
    "8453",
    "--token",
    "USDC",
    "--amount",
    "0.000001",
    "--reason",
    "a test",
    "--yes",
  ];
  expect((await command("treasury", ...correct, "--debit", "loss", "--credit", "nobody")).code).toBe(2);
  expect((await command("treasury", ...correct, "--debit", "loss", "--credit", "surplus")).code).toBe(0);
  expect((await reconcile()).totals).toContainEqual(expect.objectContaining({ asset, lost: 1n, surplus: kept + 1n }));
  await correctBooks({ asset, amount: 1n, debit: "surplus", credit: "loss", reason: "a test" });
  const wrong = await command("treasury", ...sweep, "--amonut", "1");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--amonut") });
  expect(wrong.stderr).not.toContain("    at ");
}, 120_000);

test("a movement that is refused, and one that reverts, end with their reasons, and their money can be moved by another", async () => {
  await resolveAll();
  const { client } = chain;
  const issuer = issuerOf(chain, usdc);
  const destination = (await createPayer(chain, "books, cold", { token: usdc, amount: 1n, kind: "key" })).account;
  const { free } = (await planMovement({ ...all, wallet: relayer, destination, amount: null })).figures;
  const orderAll = () => requestMovement({ ...all, wallet: relayer, destination, amount: free });
  const untilFailed = (id: string) =>
    until("a failed movement", async () => {
      const found = (await listMovements(database, 1_000)).find((each) => each.id === id);
      return found?.state === "failed" && found;
    });
  const untilPending = (count: number) =>
    until(`${count} pending transactions`, async () => (await client.getTxpoolStatus()).pending === count);

  await issuer.setFrozen(destination, true);
  const refused = await untilFailed((await orderAll()).id);
  expect(refused).toMatchObject({ failure: expect.stringMatching(/revert/), txHash: null, moved: null });
  await issuer.setFrozen(destination, false);

  await client.setAutomine(false);
  const { id } = await orderAll();
  await untilPending(1);
  const isFrozen = issuer.setFrozen(destination, true);
  await untilPending(2);
  await client.mine({ blocks: 1 });
  await isFrozen;
  const reverted = await untilFailed(id);
  await client.setAutomine(true);
  expect(reverted).toMatchObject({ failure: expect.stringMatching(/^0x.* ended without the transfer$/), moved: null });
  await issuer.setFrozen(destination, false);
  await check();
  expect((await planMovement({ ...all, wallet: relayer, destination, amount: null })).figures.free).toBe(free);
});

test("books, wallets and the report agree to the unit whatever happens, and every theft is named with its transaction", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      for (const { kind, size } of plan) await act[kind](size);
      await check();
    }),
    { numRuns: 3, endOnFailure: true },
  );
  // A theft and a surplus of the same size, seen by a new process.
  await act.stray(await part(50n));
  await act.stolenByKey(50n);
  const report = await command("reconcile", "--json");
  expect(report.code).toBe(1);
  await expectThefts((JSON.parse(report.stdout) as { differences: Found[] }).differences);
  // A person says what the last one was.
  const theft = thefts.pop();
  const { stdout: list } = await command("treasury", "list");
  const line = list.split("\n").find((each) => each.includes(String(theft?.txHash)));
  expect(line).toContain(`left ${relayer}, to ${thief}`);
  const id = String(line?.split(" ")[0]);
  expect((await command("treasury", "resolve", id, "--as", "kept", "--note", "ours")).code).toBe(1);
  expect((await command("treasury", "resolve", id, "--as", "loss", "--note", "police report 7")).code).toBe(0);
  const { differences, totals } = await reconcile();
  await expectThefts(differences);
  expect(totals).toContainEqual(expect.objectContaining({ asset, lost: theft?.amount }));
}, 180_000);

test.for<[change: Partial<TreasuryOptions>, problem: string]>([
  [{ chain: "5" }, "--chain 5 isn't an enabled chain. Enabled are 8453 (Base)."],
  [{ token: "DOGE" }, "--token DOGE isn't a token of Base. It is one of USDC, EURC, or native."],
  [{ amount: "1.0000001" }, "--amount 1.0000001 has more than the 6 decimals of the token."],
  [{ amount: "-1" }, "--amount must be a plain decimal, such as 1250 or 0.5."],
  [{ amount: "0.0" }, "--amount must be more than 0."],
  [{ to: "0x52908400098527886e0F7030069857D2E4169EE7" }, "isn't an address, or its checksum is wrong."],
  [{ to: usdc.address }, "is a token contract: what is sent there is lost."],
  [{ to: defaultRouter }, "is a payment router, which can't send tokens back."],
  [{ to: "0x0000000000000000000000000000000000000000" }, "belongs to no one: what is sent there is lost."],
  [{ to: "0x000000000000000000000000000000000000dEaD" }, "belongs to no one: what is sent there is lost."],
  [{ to: multicall3Address }, "is a contract that sends its tokens to any caller"],
  [{ wallet: usdc.address }, "isn't a relayer wallet of the chain."],
  [{ reason: " " }, "--reason is missing: say what this is for."],
])("an order with %o is refused", async ([change, problem]) => {
  const right = { chain: "8453", token: "usdc", amount: "1", to: thief, reason: "cold storage" };
  await expect(readMovement("withdrawal", { ...right, ...change })).rejects.toThrow(problem);
});

test("an order to one of Till's own wallets is refused", async () => {
  const order = { chain: "8453", token: "native", amount: "1", to: relayer, reason: "cold storage" };
  await expect(readMovement("sweep", order)).rejects.toThrow("is one of Till's own wallets");
});

/** Runs a command of this installation in a process of its own. */
function command(name: string, ...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
  return execute(process.execPath, [`scripts/${name}.ts`, ...args], { env: { ...process.env, ...till.env } }).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  );
}
