import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AttemptId, newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import {
  claimDueChecks,
  endAttempts,
  endWaiting,
  findAwaitingAttempt,
  insertAttempt,
  recordApprovalNonce,
  setCheckDue,
} from "#lib/domain/payments/collection/repository.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { findOption, insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import { anyAddress } from "#test/arbitrary/evm.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { makeOption as makeTestOption } from "#test/domain/make-option.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let service: ServiceDatabase;
let partner: TestPartner;
let paymentId: PaymentId;

beforeAll(async () => {
  service = await startDatabase({ RPC_URLS_8453: "http://127.0.0.1:1" });
  partner = await createPartner();
  paymentId = await createTestPayment(partner);
});
afterAll(() => service.stop());

const now = new Date("2026-11-21T12:00:00.123Z");

const bnbTether = { chainId: 56, token: "0x55d398326f99059fF775485246999027B3197955" } as const;
const byPermit2 = {
  ...bnbTether,
  method: "permit2",
  domain: null,
  amount: 100n,
  fee: 1n,
  createdAt: now,
  expiresAt: now,
} as const;
const makeOption = (changes: Partial<PaymentOption> = {}) => makeTestOption(paymentId, { ...byPermit2, ...changes });

describe("options", () => {
  test("an account that nothing is offered to costs no statement", async () => {
    const asked: string[] = [];
    const rows = async ({ name = "" }: { name?: string }) => {
      asked.push(name);
      return [];
    };
    await insertOptions({ rows }, []);
    expect(asked).toEqual([]);
    await insertOptions({ rows }, [makeOption()]);
    expect(asked).toEqual(["option-insert-many"]);
  });

  const anyOption = fc
    .record({
      amount: fc.bigInt({ min: 2n, max: 2n ** 256n - 1n }),
      buyer: anyAddress,
      recipient: anyAddress,
      isHeld: fc.boolean(),
    })
    .chain((fields) =>
      fc.record({
        fields: fc.constant(fields),
        fee: fc.bigInt({ min: 0n, max: fields.amount - 1n }),
        approvals: fc.constantFrom([], [fields.amount], [0n, fields.amount]),
        validBefore: fc.bigInt({ min: 0n, max: 2n ** 47n }),
        spelling: fc.string({ unit: "grapheme-ascii", maxLength: 80 }),
        isAuthorized: fc.boolean(),
      }),
    )
    .map(({ fields, isAuthorized, spelling, approvals, ...rest }) =>
      makeOption({
        ...fields,
        ...rest,
        account: spelling,
        ...(isAuthorized
          ? { method: "eip3009", domain: { name: 'USD "Coin" ₮\\', version: "2" }, approvals: [] }
          : { approvals }),
      }),
    );

  test("are read exactly as they were inserted, one or many at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOption, { maxLength: 20 }), async (options) => {
        await insertOptions(database, options);
        const found = await Promise.all(options.map(({ id }) => findOption(database, paymentId, id)));
        expect(found).toEqual(options);
      }),
      { numRuns: 20 },
    );
  });

  test("are inserted all or none", async () => {
    const good = makeOption();
    const bad = makeOption({ fee: 100n });
    await expect(insertOptions(database, [good, bad])).rejects.toThrow("payment_option_amounts");
    expect(await findOption(database, paymentId, good.id)).toBeNull();
  });
});

describe("a waiting attempt", () => {
  const hashes = [`0x${"aa".repeat(32)}`, `0x${"bb".repeat(32)}`] as const;

  async function makeWaiting(awaits = true): Promise<AttemptId> {
    const ofPayment = await createTestPayment(partner);
    const option = makeOption({ paymentId: ofPayment, approvals: [0n, 100n] });
    await insertOptions(database, [option]);
    const id = newId("att", now);
    const attempt = { id, paymentId: ofPayment, optionId: option.id, signature: `0x${"ab".repeat(3_000)}` as const };
    const who = { refundId: null, excludeFromRelayer: undefined, appId: null, clientId: null };
    await insertAttempt(database, { ...attempt, ...who, approvalHashes: hashes, approvalNonce: null, awaits, now });
    return id;
  }

  test("is found with its full signature and the hash of its last approval", async () => {
    const id = await makeWaiting();
    expect(await findAwaitingAttempt(database, id)).toEqual({
      id,
      appId: null,
      signature: `0x${"ab".repeat(3_000)}`,
      approvalHash: hashes[1],
      approvalNonce: null,
      createdAt: now,
    });
  });

  test("keeps the first approval nonce recorded", async () => {
    const id = await makeWaiting();
    await recordApprovalNonce(database, id, 7n);
    await recordApprovalNonce(database, id, 8n);
    expect((await findAwaitingAttempt(database, id))?.approvalNonce).toBe(7n);
  });

  test("ends its wait for one of two concurrent calls only", async () => {
    const id = await makeWaiting();
    const ended = await Promise.all([endWaiting(database, id), endWaiting(database, id)]);
    expect(ended.sort()).toEqual([false, true]);
    expect(await findAwaitingAttempt(database, id)).toBeNull();
  });

  test("no longer waits once it is rejected", async () => {
    const id = await makeWaiting();
    await endAttempts(database, [id], "rejected", "why");
    expect(await findAwaitingAttempt(database, id)).toBeNull();
  });

  test("is checked at once, then after a tenth of its age between a block and ten seconds, by one worker at a time", async () => {
    const waiting = await makeWaiting();
    const other = await makeWaiting(false);
    const claim = async () => (await claimDueChecks(database, 56, 2_000, 100)).filter((id) => id !== other);
    const claims = await Promise.all([claim(), claim()]);
    expect(claims.flat().filter((id) => id === waiting)).toEqual([waiting]);
    expect(await claim()).not.toContain(waiting);
    const pauseAt = async (age: string): Promise<number> => {
      const aged = "UPDATE payment_attempt SET created_at = now() - $2::interval, check_after = NULL WHERE id = $1";
      await service.query(aged, [waiting, age]);
      expect(await claim()).toContain(waiting);
      const left = "SELECT round(extract(epoch FROM check_after - now()))::int AS s FROM payment_attempt WHERE id = $1";
      return (await service.query<{ s: number }>(left, [waiting]))[0]?.s ?? 0;
    };
    expect([await pauseAt("5 seconds"), await pauseAt("1 minute"), await pauseAt("5 minutes")]).toEqual([2, 6, 10]);
    await setCheckDue(database, waiting);
    expect(await claim()).toContain(waiting);
    await endWaiting(database, waiting);
    await setCheckDue(database, waiting);
    expect(await claim()).not.toContain(waiting);
  });
});
