import fc from "fast-check";
import pg from "pg";
import type { TransactionReceipt } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { database as on } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { rebuildPayment } from "#lib/domain/events/rebuild-payment.ts";
import { listHistories } from "#lib/domain/events/repository.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { listAnyListedPayments, type PaymentWithOrder } from "#lib/domain/payments/listing/repository.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { cancelRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import {
  recordConfirmedRefund,
  recordFailedRefund,
  recordPaidRefund,
} from "#lib/domain/payments/refunds/record-refund.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { listRefunds } from "#lib/domain/payments/refunds/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment, makeEvent, scopeOf } from "#test/domain/create-test-payment.ts";
import { makeOption } from "#test/domain/make-option.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let partner: TestPartner;
beforeAll(async () => {
  database = await startDatabase({ RPC_URLS_8453: "http://127.0.0.1:1" });
  partner = await createPartner();
});
afterAll(() => database.stop());

const usdc = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** The payment and its refunds as they are now, with the payment's version. */
type Snapshot = { version: number; payment: PaymentWithOrder; refunds: Refund[] };

async function readSnapshot(id: PaymentId): Promise<Snapshot> {
  const [payment] = await listAnyListedPayments(on, [id]);
  const [row] = await database.query<{ version: number }>("SELECT version FROM payment WHERE id = $1", [id]);
  if (payment === undefined || row === undefined) throw new Error("there is no payment");
  return { ...row, payment, refunds: await listRefunds(on, [id]) };
}

const ofPayments = ["confirmed", "collected", "recovered", "collection_failed", "declined", "cancelled"] as const;
const ofPayouts = ["settled", "settlement_failed", "settlement_ordered", "settlement_retried"] as const;
const steps = [
  ...ofPayments,
  ...ofPayouts,
  "expired",
  "mark a part",
  "mark the rest",
  "request a refund",
  "sign a refund",
  "fail a refund",
  "pay a refund",
  "cancel a refund",
] as const;
type Step = (typeof steps)[number];

/** Tries one step; one that the payment's or its refunds' state doesn't allow changes nothing. */
async function take(id: PaymentId, step: Step): Promise<void> {
  try {
    await (isEvent(step) ? apply(id, step) : changeRefund(id, step));
  } catch (error) {
    // The database refuses what it has no proof of, such as the recovery of a payment that was declined.
    const isGuarded = error instanceof pg.DatabaseError && error.code === "23514";
    if (!isTillError(error) && !isGuarded) throw error;
  }
}

const isEvent = (step: Step): step is PaymentEvent["type"] & Step => !step.includes(" ");

async function apply(id: PaymentId, type: PaymentEvent["type"]): Promise<void> {
  const made = makeEvent(type);
  const event = made.type === "confirmed" ? { ...made, appId: partner.appId } : made;
  const at = type === "expired" ? new Date(clock.now().getTime() + 3_600_000) : clock.now();
  await inTransaction((tx) => applyPaymentEvent(tx, id, event, at));
}

async function changeRefund(paymentId: PaymentId, step: Exclude<Step, PaymentEvent["type"]>): Promise<void> {
  const scope = scopeOf(partner);
  const refunds = await listRefunds(on, [paymentId]);
  const inState = (state: Refund["storedState"]) => refunds.find(({ storedState }) => storedState === state);
  if (step === "cancel a refund") {
    const requested = inState("requested");
    if (requested !== undefined) await cancelRefund(scope, requested.id);
    return;
  }
  await inTransaction(async (tx) => {
    const now = clock.now();
    const part = { unit: usdc, value: "1000000" };
    if (step === "mark a part") {
      await createRefund(tx, scope, { paymentId, mode: "mark", amount: part, least: null, isBuyerDeclined: false });
    } else if (step === "mark the rest") {
      await createRefund(tx, scope, { paymentId, mode: "mark", least: null, isBuyerDeclined: false });
    } else if (step === "request a refund") {
      await createRefund(tx, scope, { paymentId, mode: "request", amount: part, least: null, isBuyerDeclined: false });
    } else if (step === "sign a refund") {
      const refund = inState("requested");
      if (refund === undefined) return;
      const signature = { attemptId: newId("att", now), account: refund.recipient };
      await recordConfirmedRefund(tx, refund, signature, now);
    } else {
      const refund = inState("processing");
      if (refund === undefined) return;
      const { id: refundId, amount } = refund;
      if (step === "fail a refund") return recordFailedRefund(tx, { refundId, paymentId }, "it reverted");
      const option = { ...makeOption(paymentId), refundId, amount };
      const receipt = { transactionHash: `0x${refundId}`, blockNumber: 7n, blockHash: "0x" } as unknown;
      await recordPaidRefund(tx, { option, receipt: receipt as TransactionReceipt, logIndex: 0 });
    }
  });
}

test("a payment and its refunds are rebuilt as they were after each of its changes", async () => {
  const seen = new Set<string>();
  const paid = ["confirmed", "collected", "settled"] as const;
  const signed = [...paid, "request a refund", "sign a refund"] as const;
  const start = fc.constantFrom<readonly Step[]>([], paid, signed);
  const path = fc.tuple(start, fc.array(fc.constantFrom(...steps), { maxLength: 14 })).map((parts) => parts.flat());
  const inFiat = { unit: "iso4217/USD", value: "1250" };
  const amount = fc.constantFrom(inFiat, { unit: usdc, value: "12500000" });
  const total = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
  const item = fc.record({
    name: fc.constantFrom<string>("Espresso", "قهوة"),
    quantity: fc.integer({ min: 1, max: 9 }),
    total,
  });
  const order = fc.record({
    description: fc.option(fc.constantFrom<string>("Breakfast", "Frühstück")),
    lineItems: fc.option(fc.array(item, { maxLength: 3 })),
  });
  const breakfast = { description: "Breakfast", lineItems: [{ name: "Espresso", quantity: 2, total: "500" }] };
  const examples: [Step[], typeof inFiat, typeof breakfast][] = [
    [["recovered", "settled"], inFiat, breakfast],
    [[...signed, "fail a refund", "sign a refund", "pay a refund", "mark the rest"], inFiat, breakfast],
  ];
  await fc.assert(
    fc.asyncProperty(path, amount, order, async (taken, asked, bought) => {
      const id = await createTestPayment(partner, { amount: asked, ...bought });
      const snapshots = [await readSnapshot(id)];
      for (const step of taken) {
        await take(id, step);
        snapshots.push(await readSnapshot(id));
      }
      const history = await listHistories(on, [id]);
      for (const { type } of history) seen.add(type);
      const now = snapshots.at(-1);
      if (now === undefined) throw new Error("there is no snapshot");
      for (const { version, payment, refunds } of snapshots) {
        const items = (bought.lineItems ?? []).map((each) => ({ ...each, total: BigInt(each.total) }));
        expect(payment.order).toEqual({ description: bought.description, lineItems: items });
        expect(rebuildPayment(now.payment, now.refunds, history, version)).toMatchObject({ payment, refunds });
      }
    }),
    { numRuns: 60, endOnFailure: true, examples },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["refunded", "refund_failed", "refund_succeeded", "recovered"]));
});
