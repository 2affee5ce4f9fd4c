import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { encodeFunctionData, getAddress, type Hex, multicall3Abi, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi, multicall3Address } from "#lib/chain/contracts.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { actAs } from "#lib/core/actor.ts";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { pool } from "#lib/db/pool.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { type OwnerPayment, recordOwnerPayment } from "#lib/domain/payments/payouts/owner/record-owner-transfer.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

const execute = promisify(execFile);
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const abi = parseAbi(["function transferFrom(address from, address to, uint256 value)"]);
const net = 9_860_000n;
/** Its key belongs to its owner only. */
const treasury = getAddress("0x5afe1a2b3c4d5e6f708192a3b4c5d6e7f809abcd");

let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;
let shop: Address;

beforeAll(async () => {
  till = await startTill({ env: { TREASURY_ADDRESS_8453: treasury } });
  chain = till.chains[0] as TestChain;
  await chain.client.impersonateAccount({ address: treasury });
  await chain.client.setBalance({ address: treasury, value: parseEther("1") });
  // Its owner keeps other money there.
  await mint(chain, usdc, treasury, 10n * net);
  await till.startWorker();
});
afterAll(() => till.stop());
beforeEach(async ({ task }) => {
  shop = (await createPayer(chain, `${task.name}, shop`, { token: usdc, amount: 1n, kind: "key" })).account;
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
});

/** Pays a payment whose money the treasury holds. */
async function hold(name: string): Promise<{ id: PaymentId; buyer: Address }> {
  const payer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const id = (await api.createPayment()).paymentId as PaymentId;
  const option = (await listOffers(api, id, 8453, payer.account))[0] as WireOption;
  expect((await confirmWith(api, id, option, await perform(option, payer))).status).toBe(200);
  expect(await awaitFinal(api, id)).toBe("succeeded");
  return { id, buyer: payer.account };
}

async function sendAs(account: Address, to: Address, data: Hex): Promise<Hex> {
  const hash = await chain.client.sendTransaction({ account, chain: null, to, data, gas: 500_000n });
  expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe("success");
  return hash;
}

/** A transfer by the treasury's owner. */
const send = (to: Address, amount: bigint) => sendAs(treasury, usdc.address, transferCalldata(to, amount));

type Call = { target: Address; allowFailure: boolean; callData: Hex };
const aggregate = (calls: Call[]) =>
  encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });

/** Records it as the operator. @returns the reason of a refusal; null when it is recorded. */
function record(of: OwnerPayment["of"], hash: Hex): Promise<string | null> {
  const payment = { of, hash, chainId: null, reason: "from the safe" };
  return actAs({ kind: "operator", id: null, name: "a test" }, () => recordOwnerPayment(payment)).then(
    () => null,
    (error: unknown) => String(error),
  );
}

/** Runs the command in a process of its own. */
function command(args: readonly string[], env = {}): Promise<{ stdout: string; stderr: string; code: number }> {
  const options = { env: { ...process.env, ...till.env, ...env } };
  return execute(process.execPath, ["scripts/treasury.ts", "paid", ...args], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  );
}

async function stateOf(id: string): Promise<string> {
  return (
    (await pool().query<{ state: string }>("SELECT state FROM payout WHERE payment_id = $1", [id])).rows[0]?.state ?? ""
  );
}

const differences = async () => (await reconcile({ isFull: true })).differences;

async function inTreasury(): Promise<bigint> {
  const call = { address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [treasury] } as const;
  return chain.client.readContract(call);
}

/** The balance of the treasury by the books. */
async function booked(): Promise<bigint> {
  const sql = `SELECT coalesce(sum(CASE debit WHEN $1 THEN amount ELSE -amount END), 0) AS sum FROM ledger_entry
    WHERE $1 IN (debit, credit) AND asset = $2`;
  const { rows } = await pool().query<{ sum: string }>(sql, [`treasury:8453:${treasury}`, asset]);
  return BigInt(rows[0]?.sum ?? 0);
}

describe("the owner of a treasury outside of Till pays held money", () => {
  test("of one payment: it is settled once, and the operator's log has it", async ({ task }) => {
    const { id } = await hold(task.name);
    await setDestination(partner, usdc, shop);
    const hash = await send(shop, net);
    const results = await Promise.all([record([id], hash), record([id], hash)]);
    expect(results.toSorted()).toEqual([expect.stringContaining(`${id} is paid already`), null]);
    expect(await stateOf(id)).toBe("final");
    const { settlement } = (await api.merchant("GET", `/v1/payments/${id}`)).body;
    expect(settlement).toMatchObject({ successful: { txId: hash } });
    const { rows } = await pool().query(
      `SELECT actor_name AS by, reason, facts ->> 'tx_hash' AS hash FROM operator_audit_entry WHERE action = 'payouts.recorded'`,
    );
    expect(rows).toEqual([{ by: "a test", reason: "from the safe", hash }]);
    expect(await booked()).toBe((await inTreasury()) - 10n * net);
    expect(await differences()).toEqual([]);
  });

  test("of a merchant: one transfer of exactly the sum settles all", async ({ task }) => {
    const ids = [await hold(`${task.name} 1`), await hold(`${task.name} 2`), await hold(`${task.name} 3`)];
    const gap = (await booked()) - (await inTreasury());
    const less = await send(shop, 3n * net - 1n);
    const hash = await send(shop, 3n * net);
    const later = await hold(`${task.name} 4`);
    await setDestination(partner, usdc, shop);
    expect(await record(partner.merchantId, less)).toContain("sent 29.579999 USDC");
    expect(await record([later.id], hash)).toContain("was collected after that was sent");
    expect(await record(partner.merchantId, hash)).toBeNull();
    expect(await stateOf(later.id)).toBe("held");
    for (const { id } of ids) expect(await stateOf(id)).toBe("final");
    expect(await record([ids[1]?.id as PaymentId], hash)).toContain("is paid already");
    const { rows } = await pool().query("SELECT amount, part FROM chain_transfer WHERE tx_hash = $1 ORDER BY part", [
      hash,
    ]);
    expect(rows).toEqual([0, 1, 2].map((part) => ({ amount: String(net), part })));
    expect(await differences()).toEqual([]);
    // The transfer that was one unit short isn't recorded.
    expect((await booked()) - (await inTreasury())).toBe(gap + 3n * net - 1n);
  });

  test("to the buyer: the payment is refunded, and the merchant isn't paid", async ({ task }) => {
    const { id, buyer } = await hold(task.name);
    await setDestination(partner, usdc, shop);
    expect(await record([id], await send(buyer, net))).toBeNull();
    expect(await stateOf(id)).toBe("final");
    const { refund, settlement } = (await api.merchant("GET", `/v1/payments/${id}`)).body as {
      refund?: { status: string };
      settlement: object | null;
    };
    expect(refund?.status).toBe("partial");
    expect(settlement).toBeNull();
    expect(await differences()).toEqual([]);
  });

  test("by two equal transfers of one transaction: each log pays once", async ({ task }) => {
    const [a, b, c] = [await hold(`${task.name} 1`), await hold(`${task.name} 2`), await hold(`${task.name} 3`)];
    await setDestination(partner, usdc, shop);
    await send(multicall3Address, 2n * net);
    const call = { target: usdc.address, allowFailure: false, callData: transferCalldata(shop, net) };
    expect(await record([a.id], await sendAs(treasury, multicall3Address, aggregate([call])))).toContain(
      "sent nothing from there",
    );
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [multicall3Address, 2n * net] });
    await sendAs(treasury, usdc.address, approve);
    const pull = encodeFunctionData({ abi, functionName: "transferFrom", args: [treasury, shop, net] });
    const pulled = { ...call, callData: pull };
    const hash = await sendAs(treasury, multicall3Address, aggregate([pulled, pulled]));
    expect([await record([a.id], hash), await record([b.id], hash)]).toEqual([null, null]);
    expect(await record([c.id], hash)).toContain("sent nothing from there that isn't recorded");
    expect([await stateOf(a.id), await stateOf(b.id), await stateOf(c.id)]).toEqual(["final", "final", "held"]);
    expect(await differences()).toEqual([]);
  });
});

test("a transaction that paid another account, isn't final, or that Till made itself, isn't recorded", async ({
  task,
}) => {
  const { id } = await hold(task.name);
  const hash = await send(shop, net);
  expect(await record([id], hash)).toContain("has no destination");
  await setDestination(partner, usdc, chain.accounts.merchant.address);
  expect(await record([id], hash)).toContain(`sent 9.860000 USDC to ${shop}`);
  const { rows } = await pool().query<{ hash: Hex }>("SELECT tx_hash AS hash FROM payment WHERE id = $1", [id]);
  expect(await record([id], rows[0]?.hash as Hex)).toContain("is a transaction of Till itself");
  const good = await send(chain.accounts.merchant.address, net);
  const early = await command([id, "--tx", good, "--yes"], { CONFIRMATIONS_8453: "10" });
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("isn't final") });
  expect(await stateOf(id)).toBe("held");
  expect(await differences()).toEqual([]);

  const dry = await command([id, "--tx", good]);
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is recorded yet") });
  expect(await command([id])).toMatchObject({ code: 2, stderr: expect.stringContaining("--tx") });
  expect(await stateOf(id)).toBe("held");
  expect(await command([id, "--tx", good, "--yes"])).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toBe("final");
});

test("the database refuses parts that don't add up to their log, and parts of a log that no owner's transfer has", async ({
  task,
}) => {
  const { id } = await hold(task.name);
  const hash = `0x${"7".repeat(64)}`;
  const insert = `INSERT INTO owner_transfer (chain_id, tx_hash, log_index, token, sender, recipient, amount, payouts, reason, made_by)
    VALUES (8453, '${hash}', 0, '${usdc.address}', '${treasury}', '${shop}', 5, 1, 'x', 'x')`;
  await expect(pool().query(insert)).rejects.toThrow("do not add up");
  const part = `INSERT INTO chain_transfer (payment_id, kind, chain_id, token, tx_hash, log_index, part, block_number, sender,
      recipient, amount, created_at)
    VALUES ('${id}', 'settlement', 8453, '${usdc.address}', '${hash}', 0, 1, 1, '${treasury}', '${shop}', 5, now())`;
  await expect(pool().query(part)).rejects.toThrow("has no parts");
});
