import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { boxOf, depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { findCollection } from "#lib/chain/find-collection.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { database, pool } from "#lib/db/pool.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { termsOf } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { findAddress } from "#lib/domain/payments/deposit-addresses/repository.ts";
import { collectableOfAddress } from "#lib/domain/payments/deposits/collect-deposit.ts";
import { replayJournal } from "#lib/domain/payments/deposits/compare-journal.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { recoverAll } from "#scripts/recover/recover-all.ts";
import { openExchange } from "#test/api/exchange.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import { type Operation, operations } from "#test/api/operations.ts";
import { createSend } from "#test/api/start-api.ts";
import { unknownIds } from "#test/api/valid-request.ts";
import { depositStack, minuteMs, usdc } from "#test/chain/deposit-stack.ts";
import { mint } from "#test/chain/mint.ts";
import type { NodeRule } from "#test/chain/node-proxy.ts";
import { issuerOf } from "#test/chain/token-switches.ts";
import { takeBackup } from "#test/db/backup.ts";
import { createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, setDestination } from "#test/stack/partner.ts";
import { confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const asset = assetOf(usdc);
/** 10 cents and 0.4 %. */
const fee = 150_000n;
const price = 12_500_000n;
const stack = depositStack();
const { createPayment, give, transfer, finalize, pass, getPayment, statusOf, awaitStatus } = stack;
const { awaitChecked, balanceOf, requireBooksEqual } = stack;

describe("an address", () => {
  test("is that of its terms, is the same until they change, and is in the journal before it is shown", async () => {
    const id = await createPayment();
    const given = await give(id);
    expect(given).toMatchObject({
      amount: price,
      fee,
      missing: price,
      submitter: stack.chain.accounts.relayer.address,
    });
    expect(given.address).toBe(boxOf(termsOf(given)));
    const call = { address: depositFactory, abi: factoryAbi, functionName: "boxOf", args: [termsOf(given)] } as const;
    expect(await stack.chain.client.readContract(call)).toBe(given.address);
    expect((await give(id)).address).toBe(given.address);
    expect(await readFile(stack.journal, "utf8")).not.toContain(given.address);
    const other = stack.chain.accounts.buyers[0]?.address as Address;
    const changing = await createPartner({
      settlements: [{ token: usdc, address: stack.chain.accounts.merchant.address }],
    });
    await stack.ageDestinations(changing);
    const changed = await createPayment(changing);
    const before = await give(changed, changing);
    await setDestination(changing, usdc, other);
    await expect(give(changed, changing)).rejects.toMatchObject({ code: "invalid_state" });
    await stack.ageDestinations(changing);
    expect(await give(changed, changing)).toMatchObject({ number: 2, recipient: other });
    expect((await give(changed, changing)).address).not.toBe(before.address);
  });

  test("isn't given while the journal can't be written, nor for a payment that takes no transfers or is past its expiry", async () => {
    const id = await createPayment();
    await rm(stack.journal, { force: true });
    await mkdir(stack.journal);
    await expect(give(id)).rejects.toMatchObject({ code: "bad_gateway" });
    await rm(stack.journal, { recursive: true });
    expect((await give(id)).number).toBe(1);
    await expect(give(await createTestPayment(stack.partner))).rejects.toMatchObject({ code: "invalid_state" });
    const late = await createPayment();
    await pass(3 * minuteMs);
    await expect(give(late)).rejects.toMatchObject({ code: "payment_expired" });
  });

  test("isn't given from a row whose terms were changed", async () => {
    const id = await createPayment();
    const { address } = await give(id);
    await pool().query("ALTER TABLE deposit_address DISABLE TRIGGER deposit_address_guard");
    await pool().query("UPDATE deposit_address SET fee_recipient = $2 WHERE address = $1", [address, stack.exchange]);
    await pool().query("UPDATE deposit_address SET fee_recipient = $2 WHERE address = $1", [
      address,
      stack.chain.accounts.relayer.address,
    ]);
    await pool().query("UPDATE deposit_address SET terms_id = $2 WHERE address = $1", [
      address,
      `0x${"ab".repeat(32)}`,
    ]);
    await pool().query("ALTER TABLE deposit_address ENABLE TRIGGER deposit_address_guard");
    await expect(give(id)).rejects.toThrow("isn't that of its terms");
    await pool().query("UPDATE deposit_address SET state = 'closed' WHERE address = $1", [address]);
  });
});

describe("the API's answers about transfers", () => {
  const deposits = operations.filter(({ path }) => path.includes("/deposit"));
  const [lists, gives, names] = ["listDepositAssets", "giveDepositAddress", "nameRefundAccount"].map((id) =>
    deposits.find(({ operationId }) => operationId === id),
  );

  test.for(serviceVersions)("are as declared: %s", async (version) => {
    if (lists === undefined || gives === undefined || names === undefined) throw new Error("an operation is missing");
    const send = createSend(stack.till.baseUrl);
    const ids = { ...unknownIds(), paymentId: await createPayment() };
    const ask = async (operation: Operation, body?: unknown) => {
      const exchange = openExchange(send, { operation, version }, stack.partner, ids);
      const answer = await exchange.send(body === undefined ? {} : { body });
      expect(faultsOf(version, operation, answer), answer.text).toEqual([]);
      return answer;
    };
    expect((await ask(lists)).body).toMatchObject({ assets: [{ asset, amount: { value: String(price) } }] });
    const given = await ask(gives, { asset });
    expect(given.body).toMatchObject({ missing: { value: String(price) }, code: expect.any(String) });
    const account = (of: Address) => ({ code: given.body.code, account: `eip155:8453:${of}` });
    expect((await ask(names, account(stack.exchange))).status).toBe(200);
    const other = stack.chain.accounts.buyers[0]?.address as Address;
    expect((await ask(names, account(other))).body.code).toBe("invalid_state");
    await pass(3 * minuteMs);
    expect((await ask(lists)).body.code).toBe("payment_expired");
    expect((await ask(gives, { asset })).body.code).toBe("payment_expired");
  });
});

describe("a transfer", () => {
  test("of the exact amount pays once it is final, and the merchant has the money", async () => {
    const id = await createPayment();
    const given = await give(id);
    const [merchant, treasury] = await Promise.all([
      balanceOf(stack.chain.accounts.merchant.address),
      balanceOf(stack.chain.accounts.relayer.address),
    ]);
    await transfer(given.address, price);
    expect(await statusOf(id)).toBe("requires_action");
    const paid = await awaitStatus(id, "succeeded");
    expect(paid).toMatchObject({ buyer: null, result: { asset, amount: price }, settlement: { asset } });
    expect(paid.settlement?.txHash).toBe(paid.result?.txHash);
    expect(await balanceOf(stack.chain.accounts.merchant.address)).toBe(merchant + price - fee);
    expect(await balanceOf(stack.chain.accounts.relayer.address)).toBe(treasury + fee);
    const { rows } = await pool().query("SELECT type, data FROM payment_event WHERE payment_id = $1 ORDER BY version", [
      id,
    ]);
    expect(rows.map(({ type }) => type)).toEqual(["deposited", "collected", "settled"]);
    const { execution, isUnused } = await findCollection(collectableOfAddress(given), given.sinceBlock, 0n);
    expect([execution?.receipt.transactionHash, isUnused]).toEqual([paid.result?.txHash, false]);
    expect(rows[0]?.data).toMatchObject({ account: `eip155:8453:${stack.exchange}`, amount: String(price) });
    await requireBooksEqual();
  });

  test("in two parts, with other people's dust between them, adds up", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price / 2n);
    await transfer(given.address, 1n);
    await awaitChecked(given, price / 2n + 1n);
    expect(await statusOf(id)).toBe("requires_action");
    expect((await give(id)).missing).toBe(price - price / 2n - 1n);
    await transfer(given.address, price - price / 2n);
    expect((await awaitStatus(id, "succeeded")).result?.amount).toBe(price + 1n);
    await requireBooksEqual();
  });

  test("of too much pays all of it to the merchant", async () => {
    const id = await createPayment();
    const given = await give(id);
    const before = await balanceOf(stack.chain.accounts.merchant.address);
    await transfer(given.address, price + 5_000_000n);
    expect((await awaitStatus(id, "succeeded")).result?.amount).toBe(price + 5_000_000n);
    expect(await balanceOf(stack.chain.accounts.merchant.address)).toBe(before + price + 5_000_000n - fee);
    await requireBooksEqual();
  });

  test("in the last block before the end counts, and one a second later doesn't", async () => {
    const inTime = await createPayment();
    const late = await createPayment();
    const [first, second] = [await give(inTime), await give(late)];
    await mint(stack.chain, usdc, stack.exchange, 2n * price);
    const { depositUntil } = await getPayment(late);
    const end = BigInt(toUnixSeconds(depositUntil as Date));
    const { depositUntil: firstUntil } = await getPayment(inTime);
    const call = { address: usdc.address, abi: erc20Abi, functionName: "transfer" } as const;
    const sender = { account: stack.exchange, chain: null, gas: 200_000n } as const;
    stack.aheadMs += Number(end) * 1_000 - (Date.now() + stack.aheadMs) - 5_000;
    await stack.chain.client.setNextBlockTimestamp({ timestamp: BigInt(toUnixSeconds(firstUntil as Date)) });
    await stack.chain.client.writeContract({ ...call, ...sender, args: [first.address, price] });
    await stack.chain.client.setNextBlockTimestamp({ timestamp: end + 1n });
    await stack.chain.client.writeContract({ ...call, ...sender, args: [second.address, price] });
    stack.aheadMs += 10_000;
    await awaitStatus(inTime, "succeeded");
    await awaitStatus(late, "expired");
    expect(await balanceOf(second.address)).toBe(price);
  });
});

describe("a stranger", () => {
  test("who sends dust to an address has no logs searched for it", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, 1n);
    await awaitChecked(given, 1n);
    const searches = () =>
      stack.nodes
        .flatMap(({ calls }) => calls)
        .filter(({ method, params }) => {
          return (
            method === "eth_getLogs" &&
            JSON.stringify(params).toLowerCase().includes(given.address.slice(2).toLowerCase())
          );
        }).length;
    await transfer(given.address, 2n);
    await awaitChecked(given, 3n);
    expect(searches()).toBe(0);
    await transfer(given.address, price);
    await awaitStatus(id, "succeeded");
    expect(searches()).toBeGreaterThan(0);
  });

  test("whom the screening declines doesn't pay, and the payment expires", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price, { account: stack.declined });
    await awaitChecked(given, price);
    await until("the alarm", async () => {
      await finalize();
      return (await pool().query("SELECT FROM alarm WHERE kind = 'deposit_declined'")).rows.length > 0;
    });
    await pass(64 * minuteMs);
    await awaitStatus(id, "expired");
    expect(await balanceOf(given.address)).toBe(price);
  });
});

describe("a payment with an address", () => {
  test("stays open past its expiry, can't be signed for then, and expires after a final block of a later time", async () => {
    const id = await createPayment();
    await give(id);
    await pass(3 * minuteMs);
    expect(await statusOf(id)).toBe("requires_action");
    const api = createApiClient(stack.till.baseUrl, stack.partner);
    const accounts = [`eip155:8453:${stack.exchange}`];
    const offered = await api.gateway("POST", `/v1/gateway/payment/${id}/options`, { accounts });
    expect(offered.body).toMatchObject({ options: [] });
    await stack.chain.client.mine({ blocks: 5 });
    expect(await statusOf(id)).toBe("requires_action");
    await pass(61 * minuteMs);
    await awaitStatus(id, "expired");
  });

  test("expires with too little, which stays at the address", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price - 1n);
    await awaitChecked(given, price - 1n);
    await pass(64 * minuteMs);
    await awaitStatus(id, "expired");
    expect(await balanceOf(given.address)).toBe(price - 1n);
  });

  test("is cancelled by its buyer no more, and by the merchant until money was seen", async () => {
    const [id, other] = [await createPayment(), await createPayment()];
    const given = await give(id);
    await give(other);
    await expect(cancelPayment(scopeOf(stack.partner), id, "cancelled_by_user")).rejects.toMatchObject({
      code: "invalid_state",
    });
    await transfer(given.address, price / 2n);
    await awaitChecked(given, price / 2n);
    await expect(cancelPayment(scopeOf(stack.partner), id, "cancelled_by_merchant")).rejects.toMatchObject({
      code: "invalid_state",
    });
    await cancelPayment(scopeOf(stack.partner), other, "cancelled_by_merchant");
  });

  test("is paid by a wallet or by a transfer, not by both", async () => {
    const id = await createPayment();
    const given = await give(id);
    const api = createApiClient(stack.till.baseUrl, stack.partner);
    const buyer = stack.chain.accounts.buyers[0] as { address: Address; privateKey: `0x${string}` };
    await mint(stack.chain, usdc, buyer.address, price);
    const option = await getFirstOption(api, id, buyer);
    await stack.chain.client.setAutomine(false);
    expect((await confirm(api, id, option.id, await signOption(option, buyer))).status).toBe(200);
    await stack.chain.client.setAutomine(true);
    await transfer(given.address, price);
    const paid = await awaitStatus(id, "succeeded");
    expect(paid.buyer?.account).toBe(`eip155:8453:${privateKeyToAccount(buyer.privateKey).address}`);
    await until("the address to be closed", async () => {
      await finalize();
      return (await findAddress(database, given.address))?.state === "closed";
    });
    expect(await balanceOf(given.address)).toBe(price);
    await requireBooksEqual();
  });
});

describe("nodes that don't tell the truth", () => {
  const hidesLogs: NodeRule = ({ method }) => (method === "eth_getLogs" ? { edit: () => [] } : null);
  const hidesBalances: NodeRule = ({ method }) =>
    method === "eth_call" ? { error: { code: -32_000, message: "missing trie node" } } : null;

  test("that hide logs delay a payment, and don't end it", async () => {
    const id = await createPayment();
    const given = await give(id);
    for (const node of stack.nodes) node.misbehave(hidesLogs);
    await transfer(given.address, price);
    await awaitChecked(given, price);
    await pass(64 * minuteMs);
    await stack.chain.client.mine({ blocks: 5 });
    await until("the address to be looked at", async () => {
      const { rows } = await pool().query("SELECT FROM alarm WHERE kind = 'deposit_undecided'");
      if (rows.length === 0) await pass(11 * minuteMs);
      return rows.length > 0;
    });
    expect(await statusOf(id)).toBe("requires_action");
    for (const node of stack.nodes) node.misbehave();
    await awaitStatus(id, "succeeded");
  });

  test("of which one shows no balances can't make a payment expire", async () => {
    const id = await createPayment();
    const given = await give(id);
    stack.nodes[1]?.misbehave(hidesBalances);
    await transfer(given.address, price);
    await pass(64 * minuteMs);
    await stack.chain.client.mine({ blocks: 5 });
    expect(await statusOf(id)).toBe("requires_action");
    stack.nodes[1]?.misbehave();
    await awaitStatus(id, "succeeded");
  });
});

describe("a token that is paused", () => {
  test("is collected later, and the payment doesn't fail", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price);
    await issuerOf(stack.chain, usdc).setPaused(true);
    await awaitStatus(id, "processing");
    await stack.chain.client.mine({ blocks: 5 });
    expect(await statusOf(id)).toBe("processing");
    await issuerOf(stack.chain, usdc).setPaused(false);
    await awaitStatus(id, "succeeded");
    await requireBooksEqual();
  });
});

describe("a collection that reverts", () => {
  test("is tried again, and the payment doesn't fail", async () => {
    const id = await createPayment();
    const given = await give(id);
    await transfer(given.address, price);
    await stack.chain.client.setAutomine(false);
    await stack.chain.client.mine({ blocks: 1 });
    await until("the collection to be sent", async () => {
      const { pending } = await stack.chain.client.getTxpoolContent();
      return Object.keys(pending).length > 0;
    });
    const merchant = stack.chain.accounts.merchant.address;
    const frozen = issuerOf(stack.chain, usdc).setFrozen(merchant, true);
    await until("the block to be sent too", async () => {
      const { pending } = await stack.chain.client.getTxpoolContent();
      return Object.keys(pending).length > 1;
    });
    await stack.chain.client.setAutomine(true);
    await stack.chain.client.mine({ blocks: 1 });
    await frozen;
    const attempts = async () => {
      const text = "SELECT state::text, rejection FROM payment_attempt WHERE payment_id = $1 ORDER BY id";
      return (await pool().query(text, [id])).rows;
    };
    await until("another attempt", async () => {
      await finalize();
      return (await attempts()).length === 2;
    });
    expect((await attempts())[0]).toMatchObject({
      state: "rejected",
      rejection: expect.stringContaining("ended without"),
    });
    expect(await statusOf(id)).toBe("processing");
    await issuerOf(stack.chain, usdc).setFrozen(merchant, false);
    await awaitStatus(id, "succeeded");
    await requireBooksEqual();
  });
});

describe("a restored database", () => {
  test("has its addresses again from the journal, and the payment that the chain shows paid", async () => {
    const id = await createPayment();
    await stack.worker.stop();
    const backup = await takeBackup(String(stack.till.env.DATABASE_URL));
    stack.worker = await stack.till.startWorker();
    const given = await give(id);
    await transfer(given.address, price);
    await awaitStatus(id, "succeeded");
    await stack.worker.stop();
    await backup.restore();
    expect(await findAddress(database, given.address)).toBeNull();
    expect(await replayJournal(stack.journal)).toMatchObject({ lost: [], unreadable: 0 });
    expect(await replayJournal(stack.journal)).toMatchObject({ restored: 0 });
    expect(await findAddress(database, given.address)).toMatchObject({ amount: price, state: "open" });
    await recoverAll(relayRegistry);
    stack.worker = await stack.till.startWorker();
    const paid = await awaitStatus(id, "succeeded");
    expect(paid.result?.amount).toBe(price);
    await requireBooksEqual();
    await backup.drop();
  });

  test("lists what it has lost, and a torn line takes no other with it", async () => {
    const id = await createPayment();
    await give(id);
    const text = await readFile(stack.journal, "utf8");
    await writeFile(stack.journal, `${text}0123456789abcdef to`);
    const next = await createPayment();
    const given = await give(next);
    expect(await replayJournal(stack.journal)).toEqual({ restored: 0, lost: [], unreadable: 1 });
    expect((await give(next)).address).toBe(given.address);
  });
});
