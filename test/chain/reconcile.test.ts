import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { database, pool } from "#lib/db/pool.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { holdingKey, sumHoldingsAt } from "#lib/domain/payments/ledger/repository.ts";
import { reconcileBooks } from "#lib/jobs/reconcile-books.ts";
import { alarms } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";

const run = promisify(execFile);
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const fee = 140_000n;
const owed = 9_860_000n;

let till: Till;
let chain: TestChain;
let settling: ApiClient;
let holding: ApiClient;
let settled: string;
let held: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  settling = createApiClient(till.baseUrl, await createPartner({ settlements }));
  holding = createApiClient(till.baseUrl, await createPartner());
  worker = await till.startWorker();
  [settled, held] = [await pay(settling, "settled"), await pay(holding, "held")];
  await awaitSettlement(settling, settled);
});
afterAll(() => till.stop());

async function pay(api: ApiClient, name: string): Promise<string> {
  const payer = await createPayer(chain, name, { token: usdc, amount: 10_000_000n, kind: "key" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, payer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  return paymentId;
}

const differences = async () => (await reconcile()).differences;
/**
 * Reads old rows too, which a later run leaves out. Whether the sums of statements differ as well depends on
 * when entries were added to them: lib/domain/payments/settlements/settlements.db.test.ts tests those.
 */
const allDifferences = async () =>
  (await reconcile({ isFull: true })).differences.filter(({ kind }) => kind !== "statement_does_not_fit");
const command = () =>
  run(process.execPath, ["scripts/reconcile.ts"], { env: { ...process.env, ...till.env } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

/** Lists the subjects of three open alarms about the books that a reconciliation ends. */
async function listEnded(): Promise<string[]> {
  alarms.forget();
  alarms().setOpen(["8453 deficit", "10 deficit", "not_booked owed"].map((subject) => `books_differ ${subject}`));
  await reconcileBooks();
  const changes = alarms().take();
  alarms.forget();
  return changes.flatMap(({ ended }) => (ended === null ? [] : [ended.subject]));
}

/** Changes rows with triggers disabled while `look` runs. */
async function tamper<T>(table: string, change: string, undo: string, look: () => Promise<T>): Promise<T> {
  const unseen = async (statement: string) => {
    await pool().query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const { rowCount } = await pool().query(statement);
    await pool().query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    expect(rowCount, statement).toBe(1);
  };
  await unseen(change);
  try {
    return await look();
  } finally {
    await unseen(undo);
  }
}

describe("books, payments and chain", () => {
  test("agree after a payment that was paid out and one that is held", async () => {
    const { differences: found, holdings: all, totals } = await reconcile();
    expect(found).toEqual([]);
    const holdings = all.filter((holding) => holding.asset === asset);
    const treasury = owed + 2n * fee;
    expect(holdings).toMatchObject([
      { wallet: chain.accounts.relayer.address, asset, books: treasury, onChain: treasury, underWay: 0n },
    ]);
    const sums = { asset, treasury, owedToMerchants: owed, fees: 2n * fee, owedToBuyers: 0n, surplus: 0n, missing: 0n };
    expect(totals).toContainEqual(expect.objectContaining(sums));
  });

  test("have what each transaction cost, to the wei", async () => {
    const { rows } = await pool().query<{ tx_hash: `0x${string}`; amount: string }>(
      "SELECT tx_hash, amount FROM ledger_entry WHERE kind = 'gas'",
    );
    expect(rows).toHaveLength(2);
    for (const { tx_hash: hash, amount } of rows) {
      const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash });
      expect(BigInt(amount)).toBe(gasUsed * effectiveGasPrice);
    }
  });

  test("agree at each block, not only at the newest", async () => {
    const wallet = chain.accounts.relayer.address;
    const seen = new Set<bigint>();
    for (let blockNumber = await chain.client.getBlockNumber(); blockNumber > 0n; blockNumber -= 1n) {
      const { address } = usdc;
      const call = { address, abi: erc20Abi, functionName: "balanceOf", args: [wallet], blockNumber } as const;
      const balance = await chain.client.readContract(call).catch(() => 0n);
      const books = await sumHoldingsAt(database, [{ chainId: 8453, blockNumber }]);
      expect(books.get(holdingKey(8453, wallet, asset)) ?? 0n, `block ${blockNumber}`).toBe(balance);
      seen.add(balance);
    }
    // Nothing yet, the fee of the first payment, and all of the second.
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  test("are never reported to differ while payments are under way", async () => {
    let isDone = false;
    const payments = Promise.all(Array.from({ length: 8 }, (_, index) => pay(settling, `under way ${index}`)))
      .then((ids) => Promise.all(ids.map((id) => awaitSettlement(settling, id))))
      .finally(() => {
        isDone = true;
      });
    let looks = 0;
    do {
      expect(await differences()).toEqual([]);
      looks += 1;
    } while (!isDone);
    await payments;
    expect(looks).toBeGreaterThan(1);
    expect(await differences()).toEqual([]);
  });

  test("agree by the command line, which prints the sums and exits with 0", async () => {
    const { code, stdout } = await command();
    expect(stdout).toMatch(/USDC on Base +11\.260000 +9\.860000 +1\.400000 +0\.000000/);
    expect(stdout).toMatch(/No differences\.\n$/);
    expect(code).toBe(0);
  });
});

describe("a difference is found:", () => {
  const entry = (id: () => string, kind: string) =>
    `FROM ledger_entry WHERE payment_id = '${id()}' AND kind = '${kind}'`;

  // Its loop would take the alarms' changes first, and its jobs would add up changed entries.
  beforeAll(() => worker.stop());

  test.each(["collected", "owed", "fee", "settled", "fee_sent", "held"])("a missing entry: %s", async (kind) => {
    const subject = kind === "held" ? held : settled;
    await pool().query(`CREATE TABLE gone AS SELECT * ${entry(() => subject, kind)}`);
    const put = "INSERT INTO ledger_entry SELECT * FROM gone";
    const found = await tamper("ledger_entry", `DELETE ${entry(() => subject, kind)}`, put, allDifferences);
    await pool().query("DROP TABLE gone");
    expect(found).toContainEqual(expect.objectContaining({ kind: "not_booked", entry: kind, subject, booked: null }));
    expect(await allDifferences()).toEqual([]);
  });

  test("gas that is not booked", async () => {
    await pool().query("CREATE TABLE gone AS SELECT * FROM ledger_entry WHERE kind = 'gas' ORDER BY id LIMIT 1");
    const found = await tamper(
      "ledger_entry",
      "DELETE FROM ledger_entry WHERE id IN (SELECT id FROM gone)",
      "INSERT INTO ledger_entry SELECT * FROM gone",
      allDifferences,
    );
    await pool().query("DROP TABLE gone");
    expect(found).toMatchObject([{ kind: "not_booked", entry: "gas", asset: "eip155:8453/native" }]);
  });

  test.each([
    ["amount", "amount = amount + 1", "amount = amount - 1"],
    [
      "account",
      "credit = 'merchant:mrch_other'",
      "credit = (SELECT 'merchant:' || merchant_id FROM payment WHERE id = payment_id)",
    ],
  ])("an entry with a wrong %s", async (_, change, undo) => {
    const where = `WHERE payment_id = '${held}' AND kind = 'owed'`;
    const found = await tamper(
      "ledger_entry",
      `UPDATE ledger_entry SET ${change} ${where}`,
      `UPDATE ledger_entry SET ${undo} ${where}`,
      allDifferences,
    );
    expect(found).toMatchObject([{ kind: "booked_otherwise", entry: "owed", subject: held, expected: owed }]);
  });

  test("an entry for something that did not happen", async () => {
    const found = await tamper(
      "ledger_entry",
      `INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number)
        SELECT 'settled', asset, 5, credit, 'treasury:8453:${chain.accounts.relayer.address}', payment_id, '0x', 1
        ${entry(() => held, "owed")}`,
      `DELETE ${entry(() => held, "settled")}`,
      allDifferences,
    );
    expect(found).toMatchObject([
      { kind: "booked_without_cause", entry: "settled", subject: held, expected: null, booked: 5n },
      { kind: "surplus", wallet: chain.accounts.relayer.address, asset, amount: 5n },
    ]);
  });

  test.each<[fault: string, table: string, set: (id: string) => [change: string, undo: string]]>([
    [
      "collected_by_another_transaction",
      "payment",
      (id) => [`tx_hash = reverse(tx_hash) WHERE id = '${id}'`, `tx_hash = reverse(tx_hash) WHERE id = '${id}'`],
    ],
    [
      "collected_without_success",
      "payment",
      (id) => [
        `status = 'failed', tx_hash = NULL, succeeded_at = NULL WHERE id = '${id}' AND 'held' = 'held'`,
        `status = 'succeeded', succeeded_at = updated_at,
          tx_hash = (SELECT tx_hash FROM chain_transfer WHERE payment_id = '${id}' AND kind = 'collection') WHERE id = '${id}'`,
      ],
    ],
    [
      "collected_less",
      "payment",
      (id) => [
        `token_amount = token_amount + 1 WHERE id = '${id}'`,
        `token_amount = token_amount - 1 WHERE id = '${id}'`,
      ],
    ],
    [
      "owes_another_amount",
      "payment",
      (id) => [`token_fee = token_fee + 1 WHERE id = '${id}'`, `token_fee = token_fee - 1 WHERE id = '${id}'`],
    ],
    [
      "settled_on_one_side_only",
      "payment",
      (id) => [
        `settlement_tx_hash = '0x', settled_at = now() WHERE id = '${id}'`,
        `settlement_tx_hash = NULL, settled_at = NULL WHERE id = '${id}'`,
      ],
    ],
  ])("a payment that doesn't match: %s", async (fault, table, set) => {
    const [change, undo] = set(held);
    const found = await tamper(table, `UPDATE ${table} SET ${change}`, `UPDATE ${table} SET ${undo}`, allDifferences);
    const expected = fault === "collected_without_success" ? "owes_without_success" : fault;
    expect(found).toEqual([{ kind: "payment_does_not_fit", paymentId: held, fault: expected }]);
    expect(await allDifferences()).toEqual([]);
  });

  test.each([
    ["settled_more", "+ 1", "- 1"],
    ["settled_less", "- 1", "+ 1"],
  ])("a payout that moved another amount than is owed: %s", async (fault, change, undo) => {
    const set = (by: string) =>
      `UPDATE chain_transfer SET amount = amount ${by} WHERE payment_id = '${settled}' AND kind = 'settlement'`;
    const found = await tamper("chain_transfer", set(change), set(undo), allDifferences);
    expect(found).toContainEqual({ kind: "payment_does_not_fit", paymentId: settled, fault });
    expect(await allDifferences()).toEqual([]);
  });

  test("a treasury whose chain can't be reached is not reported as correct", async () => {
    const wallet = "0x0000000000000000000000000000000000000001";
    await pool().query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (10, $1, 0)", [wallet]);
    expect(await differences()).toEqual([
      { kind: "not_checked", chainId: 10, wallet: null, asset: null, reason: "the chain has no node configured" },
    ]);
    expect(await listEnded()).toEqual(["8453 deficit", "not_booked owed"]);
    await pool().query("DELETE FROM relayer_wallet WHERE chain_id = 10");
    expect(await listEnded()).toEqual(["8453 deficit", "10 deficit", "not_booked owed"]);
  });

  test("alarms about others stay open while entries are wrong, because coin isn't compared then", async () => {
    const insert = `INSERT INTO ledger_entry (kind, asset, amount, debit, credit, payment_id, tx_hash, block_number)
      SELECT 'settled', asset, 5, credit, 'treasury:8453:${chain.accounts.relayer.address}', payment_id, '0x', 1
      ${entry(() => held, "owed")}`;
    expect(await tamper("ledger_entry", insert, `DELETE ${entry(() => held, "settled")}`, listEnded)).toEqual([]);
    expect(await listEnded()).toEqual(["8453 deficit", "10 deficit", "not_booked owed"]);
  });

  test("tokens that another holder of the key moved out of a treasury, by the transaction and by the nonce", async () => {
    const { relayer, merchant } = chain.accounts;
    const { next_nonce: next } = (await pool().query("SELECT next_nonce FROM relayer_wallet WHERE chain_id = 8453"))
      .rows[0];
    // A surplus of the same amount must not hide the theft.
    await mint(chain, usdc, relayer.address, 1n);
    await chain.client.impersonateAccount({ address: relayer.address });
    const data = transferCalldata(merchant.address, 1n);
    const sent = { account: relayer.address, chain: null, to: usdc.address, data, gas: 200_000n };
    const txHash = await chain.client.sendTransaction(sent);
    await chain.client.waitForTransactionReceipt({ hash: txHash });
    const [found, { code, stdout }] = [await reconcile(), await command()];
    const alarm = vi.spyOn(log(), "error");
    await reconcileBooks();
    expect(alarm.mock.calls).toEqual([
      [
        {
          alarm: "books_differ",
          count: 1,
          differences: [expect.objectContaining({ kind: "missing_transfer", txHash })],
        },
        "books, payments and chains differ: missing_transfer",
      ],
      [
        expect.objectContaining({ alarm: "books_differ", count: 1 }),
        "books, payments and chains differ: foreign_transaction",
      ],
    ]);
    alarm.mockRestore();
    const theft = {
      kind: "missing_transfer",
      wallet: relayer.address,
      counterparty: merchant.address,
      asset,
      amount: 1n,
    };
    expect(found.differences).toMatchObject([
      { ...theft, txHash },
      { kind: "foreign_transaction", wallet: relayer.address, onChain: BigInt(next) + 1n, ours: BigInt(next) },
    ]);
    expect(found.received).toMatchObject([{ wallet: relayer.address, asset, amount: 1n }]);
    expect(found.totals).toContainEqual(expect.objectContaining({ asset, received: 1n, missing: 1n }));
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`2 differences:\\nmissing_transfer .*0\\.000001 went to .* by ${txHash}`));
  });
});
