import { afterAll, beforeAll, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { newId, type RefundId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import { insertAttempt } from "#lib/domain/payments/collection/repository.ts";
import { insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import { cancelRequested } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { recordConfirmedRefund } from "#lib/domain/payments/refunds/record-refund.ts";
import { findRefund, lockRefund } from "#lib/domain/payments/refunds/repository.ts";
import { createSettledPartner, requestRefund } from "#test/api/create-ids.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { makeOption } from "#test/domain/make-option.ts";
import { setEnv } from "#test/env/set-env.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  setEnv({ DATABASE_URL: testDatabase.url });
});
afterAll(async () => {
  await closeDatabase();
  await testDatabase.drop();
});

/** Signs a refund and has its transaction fail, after it cost that much gas. @returns the refund's state afterwards. */
async function fail(id: RefundId, gasCost: number): Promise<string | undefined> {
  const now = clock.now();
  const refund = await findRefund(database, id);
  if (refund === null) throw new Error("there is no refund");
  const { paymentId, recipient: account } = refund;
  const option = makeOption(paymentId, { id: newId("opt", now), refundId: id, fee: 0n });
  const attemptId = newId("att", now);
  await inTransaction(async (tx) => {
    await insertOptions(tx, [option]);
    const locked = await lockRefund(tx, id);
    if (locked !== null) await recordConfirmedRefund(tx, locked, { attemptId, account }, now);
    const attempt = { id: attemptId, paymentId, refundId: id, optionId: option.id, signature: "0x" as const, now };
    const rest = { approvalHashes: [], approvalNonce: null, awaits: false, excludeFromRelayer: undefined };
    await insertAttempt(tx, { ...attempt, ...rest, appId: null, clientId: null });
  });
  await pool().query(
    `INSERT INTO relay_transaction (chain_id, wallet, kind, attempt_id, state, target, calldata, gas_limit, nonce, mined_hash,
       block_number, block_hash, gas_cost)
     SELECT 8453, '0x1', 'collection', $1, 'final', '0x2', '0x', 1, count(*), $1, 1, '0x', $2 FROM relay_transaction`,
    [attemptId, gasCost],
  );
  await inTransaction((tx) => rejectCollection(tx, attemptId, option, "it reverted"));
  return (await findRefund(database, id))?.storedState;
}

test("a refund returns to the merchant when its transaction fails, until two of them have cost gas", async () => {
  const { refundId } = await requestRefund(await createSettledPartner());
  const id = refundId as RefundId;
  expect(await fail(id, 0)).toBe("requested");
  expect(await fail(id, 21_000)).toBe("requested");
  expect(await fail(id, 0)).toBe("requested");
  expect(await fail(id, 21_000)).toBe("failed");
  expect(await findRefund(database, id)).toMatchObject({ failure: "it reverted", txHash: null });
  const { rows } = await pool().query("SELECT status, refunded_amount FROM payment");
  expect(rows).toEqual([{ status: "succeeded", refunded_amount: null }]);
  const events = await pool().query("SELECT type FROM event WHERE type LIKE 'refund.%' ORDER BY id");
  expect(events.rows.map(({ type }) => type)).toEqual(["refund.requested", "refund.failed"]);
});

test("a refund that isn't there when its row is locked is not found, and its payment stays as it was", async () => {
  const { refundId } = await requestRefund(await createSettledPartner());
  const refund = await findRefund(database, refundId as RefundId);
  if (refund === null) throw new Error("there is no refund");
  const before = await pool().query("SELECT version FROM payment WHERE id = $1", [refund.paymentId]);
  const missing = { ...refund, id: newId("rfd", clock.now()) };
  const cancelled = inTransaction((tx) => cancelRequested(tx, missing));
  await expect(cancelled).rejects.toMatchObject({ code: "not_found" });
  const after = await pool().query("SELECT version FROM payment WHERE id = $1", [refund.paymentId]);
  expect(after.rows).toEqual(before.rows);
});
