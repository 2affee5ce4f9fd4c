import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requireCover } from "#lib/domain/payments/collection/require-cover.ts";
import { insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { insertAttempts } from "#test/domain/create-deployments.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { makeOption } from "#test/domain/make-option.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let service: ServiceDatabase;
let partner: TestPartner;
let buyer: `0x${string}`;
let count = 0;

beforeAll(async () => {
  service = await startDatabase();
  partner = await createPartner();
});
afterAll(() => service.stop());
beforeEach(() => {
  count += 1;
  buyer = `0x${String(count).padStart(40, "0")}`;
});

/** Confirms a payment of the buyer, who has plenty. @returns the refusal, or null. */
const refusal = () => {
  const option = makeOption(newId("pay", new Date()), { buyer });
  const cover = { balance: 10n ** 30n, allowance: null, atBlock: 1n };
  return inTransaction((tx) => requireCover(tx, option, cover)).then(
    () => null,
    (error: Error) => error.message,
  );
};

const countScanned = "SELECT seq_tup_read AS scanned FROM pg_stat_xact_user_tables WHERE relname = $1";

let lastNonce = 0;
/** Inserts attempts that were rejected after their collection had cost this much gas. */
async function waste(attempts: number, gasCost: number, at = new Date()): Promise<void> {
  const inserted = await insertAttempts({ count: attempts, partner, buyer, state: "rejected" });
  const ids = inserted.map(({ id }) => id);
  await prisma().paymentAttempt.updateMany({ where: { id: { in: ids } }, data: { updatedAt: at } });
  await prisma().relayTransaction.createMany({
    data: ids.map((attemptId) => {
      lastNonce += 1;
      const mined = { minedHash: `0x${"aa".repeat(32)}`, blockNumber: 1, blockHash: `0x${"bb".repeat(32)}` };
      const call = { chainId: 8453, wallet: buyer, kind: "collection" as const, target: buyer, calldata: "0x" };
      return { ...call, ...mined, attemptId, state: "final" as const, gasLimit: 1, nonce: lastNonce, gasCost };
    }),
  });
}

test("a buyer with a hundred payments in progress can't confirm another, however much the balance covers", async () => {
  await insertAttempts({ count: 99, partner, buyer, state: "submitted" });
  expect(await refusal()).toBeNull();
  await insertAttempts({ count: 1, partner, buyer, state: "received" });
  expect(await refusal()).toContain("the account has too many payments in progress");
});

test("a buyer of whom ten payments cost gas in vain within an hour can't confirm another", async () => {
  await waste(9, 1);
  await waste(5, 0);
  await waste(5, 1, new Date(Date.now() - 3_700_000));
  expect(await refusal()).toBeNull();
  await waste(1, 1);
  expect(await refusal()).toContain("too many payments of the account failed within the last hour");
});

test("reads no other buyer's options, of which a service has millions", async () => {
  const others = Array.from({ length: 2_000 }, (_, index) => `0x${String(index + 1_000).padStart(40, "0")}` as const);
  const paymentId = await createTestPayment(partner);
  await insertOptions(
    database,
    others.map((other) => makeOption(paymentId, { buyer: other })),
  );
  await pool().query("ANALYZE payment_option");
  const option = makeOption(paymentId, { buyer });
  const scanned = await inTransaction(async (tx) => {
    await requireCover(tx, option, { balance: 10n ** 30n, allowance: null, atBlock: 1n });
    const counter = statement({ name: "test-scanned-options", text: countScanned });
    return tx.rows(counter, ["payment_option"]);
  });
  expect(scanned).toEqual([{ scanned: "0" }]);
});
