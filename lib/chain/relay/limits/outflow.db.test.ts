import { afterAll, beforeAll, expect, test } from "vitest";
import { closeOutflows, openOutflows, readAllowances } from "#lib/chain/relay/limits/outflow.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { allowOutflow } from "#lib/chain/relay/wallets/wallet-decisions.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const wallet = "0x0000000000000000000000000000000000000005";
const other = "0x0000000000000000000000000000000000000006";
const queue: RelayQueue = { chainId: 8453, wallet };
const usdc = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Caip19;
const coin = nativeAsset(8453);
let service: ServiceDatabase;

beforeAll(async () => {
  const env = { PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent", OUTFLOW_LIMITS: "8453:usdc=10" };
  service = await startDatabase(env);
});
afterAll(() => service.stop());

let nonce = 0;

async function insertNoop({ chainId, wallet: address }: RelayQueue): Promise<bigint> {
  nonce += 1;
  const [row] = await service.query<{ id: string }>(
    `INSERT INTO relay_transaction (chain_id, wallet, kind, target, calldata, state, nonce, gas_limit)
      VALUES ($1, $2, 'noop', $2, '0x', 'reserved', $3, 1) RETURNING id`,
    [chainId, address, nonce],
  );
  return BigInt(row?.id ?? 0);
}

async function count(amount: bigint, of: RelayQueue = queue): Promise<boolean> {
  const transactionId = await insertNoop(of);
  return inTransaction(async (tx) => {
    if (!(await openOutflows(tx, of, [{ transactionId, asset: usdc, amount }]))) throw new Error("beyond the limit");
    return true;
  }).catch(() => false);
}

const usedOf = async (of: RelayQueue) => {
  const rows = await service.query<{ asset: string; used: string }>(
    "SELECT asset, used FROM outflow_day WHERE wallet = $1 ORDER BY asset",
    [of.wallet],
  );
  return rows.map(({ asset, used }) => [asset, BigInt(used)]);
};

test("concurrent outflows never exceed a wallet's limit of the day together", async () => {
  const results = await Promise.all(Array.from({ length: 12 }, () => count(3_000_000n)));
  expect(results.filter(Boolean)).toHaveLength(3);
  expect((await readAllowances(database, queue)).get(usdc)).toBe(1_000_000n);
});

test("an allowance of the operator adds to the limit of one wallet and one day", async () => {
  const order = { asset: usdc, amount: 4_000_000n, reason: "test" };
  await inTransaction((tx) => allowOutflow(tx, queue, order));
  expect(await count(5_000_001n)).toBe(false);
  expect(await count(5_000_000n)).toBe(true);
  expect(await count(1n)).toBe(false);
  expect(await count(1n, { ...queue, wallet: other })).toBe(true);
  await service.query("UPDATE outflow_day SET day = day - 1");
  expect(await count(10_000_001n)).toBe(false);
  expect(await count(10_000_000n)).toBe(true);
});

test("an amount beyond one limit isn't counted towards the others, once its transaction is rolled back", async () => {
  const transactionId = await insertNoop(queue);
  const both = [
    { transactionId, asset: coin, amount: 5n },
    { transactionId, asset: usdc, amount: 10_000_001n },
  ];
  const beyond = inTransaction(async (tx) => {
    if (!(await openOutflows(tx, queue, both))) throw new Error("beyond the limit");
  });
  await expect(beyond).rejects.toThrow("beyond the limit");
  const rows = await service.query("SELECT FROM outflow_day WHERE asset = $1", [coin]);
  expect(rows).toEqual([]);
});

test("a transaction that ended counts for what it took, in the day that it was counted in, and only once", async () => {
  const of: RelayQueue = { ...queue, wallet: "0x0000000000000000000000000000000000000007" };
  const open = async () => {
    const transactionId = await insertNoop(of);
    const outflows = [
      { transactionId, asset: coin, amount: 100n },
      { transactionId, asset: usdc, amount: 3_000_000n },
    ];
    expect(await openOutflows(database, of, outflows)).toBe(true);
    return transactionId;
  };
  const [moved, reverted, bumped] = [await open(), await open(), await open()];
  await service.query("UPDATE outflow SET day = day - 1");
  await service.query("UPDATE outflow_day SET day = day - 1 WHERE wallet = $1", [of.wallet]);
  const taken = [
    { transactionId: moved, coin: 40n, hasMoved: true },
    { transactionId: reverted, coin: 30n, hasMoved: false },
    { transactionId: bumped, coin: 120n, hasMoved: false },
  ];
  const close = () => closeOutflows(database, of, taken);
  await Promise.all([close(), close(), close()]);
  expect(await usedOf(of)).toEqual([
    [usdc, 3_000_000n],
    [coin, 190n],
  ]);
});

test("an open transaction isn't counted twice", async () => {
  const transactionId = await insertNoop(queue);
  const again = () => openOutflows(database, queue, [{ transactionId, asset: usdc, amount: 1n }]);
  await service.query("DELETE FROM outflow_day");
  expect(await again()).toBe(true);
  await expect(again()).rejects.toThrow("outflow_pkey");
});
