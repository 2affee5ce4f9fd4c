import { afterAll, beforeAll, expect, test } from "vitest";
import type { TokenMovement } from "#lib/chain/token-movements.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database as lib } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { BookAccount } from "#lib/domain/payments/ledger/accounts/repository.ts";
import { findCheckpoint } from "#lib/domain/payments/ledger/checkpoint/repository.ts";
import { correctBooks } from "#lib/domain/payments/ledger/corrections/correct-books.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { holdingKey, sumByAsset, sumByMerchant, sumHoldingsAt } from "#lib/domain/payments/ledger/repository.ts";
import {
  decideTransfers,
  insertMovements,
  listOpenTransfers,
  resolveTransfer,
} from "#lib/domain/payments/ledger/transfers/repository.ts";
import { findUnexplained } from "#lib/domain/payments/ledger/transfers/scan-transfers.ts";
import { insertTransfers, type NewTransfer } from "#lib/domain/payments/transfers/repository.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const { chainId, address: token } = usdc;
const asset = assetOf(usdc);
const router = "0x1111111111111111111111111111111111111111";
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const stranger = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const by = { note: "asked the sender", by: "test" };
const accounts = (["relayer", "router"] as const).map((role): BookAccount => {
  return { chainId, address: role === "router" ? router : wallet, asset, role, sinceBlock: 1n, unexplained: 0n };
});

let database: ServiceDatabase;
let partner: TestPartner;
let logIndex = 0;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  partner = await createPartner();
});
afterAll(() => database.stop());

const hashOf = (n: number) => `0x${n.toString(16).padStart(64, "0")}` as const;

function move(
  from: typeof wallet | typeof stranger | typeof router,
  to: typeof from,
  amount: bigint,
  tx: number,
): TokenMovement {
  logIndex += 1;
  return { token, from, to, amount, txHash: hashOf(tx), logIndex, blockNumber: 5n };
}

/** Takes movements as a scan of the chain finds them. */
async function see(...movements: TokenMovement[]): Promise<void> {
  await inTransaction(async (tx) => {
    await insertMovements(tx, chainId, findUnexplained(chainId, movements, accounts));
    await decideTransfers(tx, chainId);
  });
}

async function record(paymentId: PaymentId, { from, to, amount, txHash }: TokenMovement): Promise<void> {
  const fixed = { paymentId, chainId, token, blockNumber: 5n, now: clock.now() };
  const transfer: NewTransfer = {
    ...fixed,
    kind: "collection",
    refundId: null,
    txHash,
    logIndex: 0,
    sender: from,
    recipient: to,
    amount,
  };
  await insertTransfers(lib, [transfer]);
}

const total = async () => (await sumByAsset(lib)).find((each) => each.asset === asset);
const heldNow = async () =>
  (await sumHoldingsAt(lib, [{ chainId, blockNumber: 5n }])).get(holdingKey(chainId, wallet, asset)) ?? 0n;

test("tokens that arrived and tokens that left are booked apart, until a person says what they were", async () => {
  await see(move(stranger, wallet, 50n, 1), move(wallet, stranger, 30n, 2), move(stranger, wallet, 7n, 3));
  expect(await total()).toMatchObject({ treasury: 27n, received: 57n, missing: 30n, surplus: 0n });
  expect(await heldNow()).toBe(27n);
  const [first, second] = await listOpenTransfers(lib, "in", 10);
  const [left] = await listOpenTransfers(lib, "out", 10);
  const ids = [first, second, left].map((each) => each?.id ?? 0n);
  const paymentId = await createTestPayment(partner);
  expect(await resolveTransfer(lib, ids[2] ?? 0n, { kind: "kept" }, by)).toBe(false);
  expect(await resolveTransfer(lib, ids[0] ?? 0n, { kind: "payment", paymentId }, by)).toBe(true);
  expect(await resolveTransfer(lib, ids[0] ?? 0n, { kind: "kept" }, by)).toBe(false);
  expect(await resolveTransfer(lib, ids[1] ?? 0n, { kind: "kept" }, by)).toBe(true);
  expect(await resolveTransfer(lib, ids[2] ?? 0n, { kind: "loss" }, by)).toBe(true);
  expect(await total()).toMatchObject({
    treasury: 27n,
    received: 0n,
    missing: 0n,
    owedToBuyers: 50n,
    surplus: 7n,
    lost: 30n,
  });
  expect(await listOpenTransfers(lib, "in", 10)).toEqual([]);
  await expect(database.query("UPDATE wallet_transfer SET state = 'open'")).rejects.toThrow("can not go from");
  await expect(database.query("DELETE FROM wallet_transfer")).rejects.toThrow("can not be deleted");
  await expect(database.query("UPDATE wallet_entry SET amount = 1")).rejects.toThrow("append-only");
});

test("a correction can't change what a merchant is owed, because the statement would differ from the books", async () => {
  const merchant = `merchant:${partner.merchantId}`;
  const order = { asset, amount: 3n, reason: "a test" };
  const before = await sumByMerchant(lib, 0n, 10);
  for (const accounts of [
    { debit: merchant, credit: "surplus" },
    { debit: "loss", credit: merchant },
  ]) {
    await expect(correctBooks({ ...order, ...accounts })).rejects.toThrow(`${merchant} can't be corrected`);
  }
  expect(await sumByMerchant(lib, 0n, 10)).toEqual(before);
  await correctBooks({ ...order, debit: "loss", credit: "surplus" });
  await correctBooks({ ...order, debit: "surplus", credit: "loss" });
});

test("two findings about one transfer at once are booked once", async () => {
  const before = await total();
  await see(move(stranger, wallet, 11n, 4));
  const id = (await listOpenTransfers(lib, "in", 10))[0]?.id ?? 0n;
  const paymentId = await createTestPayment(partner);
  const payment = { kind: "payment", paymentId } as const;
  const found = await Promise.all([
    resolveTransfer(lib, id, payment, by),
    resolveTransfer(lib, id, { kind: "kept" }, by),
    resolveTransfer(lib, id, payment, by),
  ]);
  expect(found.filter((isFirst) => isFirst)).toHaveLength(1);
  const after = await total();
  const booked = (of: typeof after) => (of?.owedToBuyers ?? 0n) + (of?.surplus ?? 0n);
  expect([booked(after) - booked(before), after?.received]).toEqual([11n, 0n]);
});

test("a payment's transfer is never listed, and one that is recorded late is taken back", async () => {
  const before = await heldNow();
  const known = move(stranger, wallet, 11n, 10);
  await record(await createTestPayment(partner), known);
  await see(known);
  expect(await listOpenTransfers(lib, "in", 10)).toEqual([]);
  const late = move(stranger, wallet, 12n, 11);
  await see(late);
  expect(await listOpenTransfers(lib, "in", 10)).toMatchObject([{ amount: 12n, txHash: hashOf(11) }]);
  await record(await createTestPayment(partner), late);
  await see();
  expect(await listOpenTransfers(lib, "in", 10)).toEqual([]);
  expect(await total()).toMatchObject({ received: 0n });
  // These collections are booked to the router's account.
  expect(await heldNow()).toBe(before);
});

test("a router lists only what a transaction leaves in it, and a transfer of nothing or before the opening is none", () => {
  const forwarded = [move(stranger, router, 9n, 20), move(router, stranger, 9n, 20)];
  const left = move(stranger, router, 4n, 21);
  const early = { ...move(stranger, wallet, 5n, 22), blockNumber: 1n };
  expect(findUnexplained(chainId, [...forwarded, left, early], accounts)).toMatchObject([
    { direction: "in", address: router, amount: 4n },
  ]);
});

test("a reconciliation reads what changed since the last one, and what differed then", async () => {
  const paymentId = await createTestPayment(partner);
  await bringTo(paymentId, "succeeded");
  await database.query("ALTER TABLE payment_event DISABLE TRIGGER USER");
  await database.query("UPDATE payment_event SET created_at = created_at - interval '1 hour'");
  await database.query("ALTER TABLE payment_event ENABLE TRIGGER USER");
  const first = await reconcile();
  expect(first).toMatchObject({ isFull: true, checkedPayments: null });
  const fault = { kind: "payment_does_not_fit", paymentId, fault: "succeeded_without_collection" };
  expect(first.differences).toContainEqual(fault);
  const second = await reconcile();
  expect(second).toMatchObject({ isFull: false, checkedPayments: first.differences.length });
  expect(second.differences).toEqual(first.differences);
  await bringTo(await createTestPayment(partner), "succeeded");
  const third = await reconcile();
  expect(third).toMatchObject({ isFull: false, checkedPayments: first.differences.length + 1 });
  expect(third.differences).toHaveLength(first.differences.length + 1);
  expect(await reconcile({ isFull: true })).toMatchObject({ isFull: true, differences: third.differences });
});

test("an entry that is committed late is part of the sums", async () => {
  const [slow, quick] = [await createTestPayment(partner), await createTestPayment(partner)];
  await withConnection(database.url, async (client) => {
    await client.query("BEGIN");
    await client.query(`INSERT INTO chain_transfer (payment_id, kind, chain_id, token, tx_hash, log_index, block_number,
        sender, recipient, amount, created_at)
      VALUES ('${slow}', 'collection', ${chainId}, '${token}', 'late', 0, 5, '${stranger}', '${router}', 1000, now())`);
    await record(quick, move(stranger, router, 2_000n, 31));
    const running = reconcile();
    // A reconciliation that didn't wait would be over long before these are.
    for (let round = 0; round < 200; round += 1) await database.query("SELECT 1");
    await client.query("COMMIT");
    await running;
  });
  const { ledgerId = 0n } = (await findCheckpoint(lib)) ?? {};
  const [newest] = await database.query<{ id: string }>("SELECT max(id) AS id FROM ledger_entry");
  expect(ledgerId).toBe(BigInt(newest?.id ?? 0));
  expect(await sumByAsset(lib, ledgerId)).toEqual(await sumByAsset(lib));
  expect(await sumByMerchant(lib, ledgerId, 10)).toEqual(await sumByMerchant(lib, 0n, 10));
});
