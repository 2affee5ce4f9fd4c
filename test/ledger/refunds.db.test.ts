import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#lib/db/close.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { listInconsistentRefunds, listMisbookedRefunds } from "#lib/domain/payments/ledger/refund-checks.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { setEnv } from "#test/env/set-env.ts";
import { createPartner } from "#test/stack/partner.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  setEnv({ DATABASE_URL: testDatabase.url });
});
afterAll(async () => {
  await closeDatabase();
  await testDatabase.drop();
});

const faults = async () => (await listInconsistentRefunds(database, 10)).map(({ fault }) => fault);

test("a refund that disagrees with its payment, its transfers or its entries is found", async () => {
  const partner = await createPartner();
  const paymentId = await createTestPayment(partner);
  await bringTo(paymentId, "succeeded");
  const { partnerId } = partner;
  const amount = { unit: "iso4217/USD", value: "500" };
  const { refund } = await inTransaction((tx) =>
    createRefund(
      tx,
      { partnerId, merchantId: null },
      { paymentId, amount, mode: "mark", least: null, isBuyerDeclined: false },
    ),
  );
  expect([await faults(), await listMisbookedRefunds(database, 10)]).toEqual([[], []]);

  await pool().query("UPDATE payment SET refunded_amount = 6000000 WHERE id = $1", [paymentId]);
  expect(await faults()).toEqual(["payment_counts_another_amount"]);
  const router = "0x1111111111111111111111111111111111111111";
  const wallet = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const transfer = {
    paymentId,
    refundId: refund.id,
    kind: "refund_collected",
    chainId: 8453,
    token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    txHash: `0x${"aa".repeat(32)}`,
    logIndex: 0,
    blockNumber: 5n,
    sender: wallet,
    recipient: router,
    amount: 5_000_000n,
    now: new Date(),
  } as const;
  await insertTransfers(database, [transfer]);
  expect(await faults()).toEqual(["moved_without_success"]);
  expect(await listMisbookedRefunds(database, 10)).toEqual([]);
  await pool().query("ALTER TABLE ledger_entry DISABLE TRIGGER USER");
  await pool().query("DELETE FROM ledger_entry WHERE kind = 'refund_owed'");
  expect(await listMisbookedRefunds(database, 10)).toMatchObject([
    { subject: refund.id, entry: "refund_owed", expected: 5_000_000n, booked: null },
  ]);
});
