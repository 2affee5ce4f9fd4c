import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "#lib/core/clock.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment, makeEvent, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

type EventRow = { version: number; type: string; data: Record<string, unknown> };

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase();
  partner = await createPartner();
});
afterAll(() => database.stop());

const read = (id: PaymentId) => getPayment(scopeOf(partner), id);
const eventsOf = (id: PaymentId) =>
  database.query<EventRow>("SELECT version, type, data FROM payment_event WHERE payment_id = $1 ORDER BY version", [
    id,
  ]);

/** Applies two events concurrently: the first commits only after the second waits for its lock. */
async function meet(id: PaymentId, first: PaymentEvent, second: PaymentEvent, now: Date, end: () => void = () => {}) {
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const winner = inTransaction(async (tx) => {
    await applyPaymentEvent(tx, id, first, now);
    isHeld.resolve();
    await mayEnd.promise;
    end();
  });
  await isHeld.promise;
  const loser = inTransaction((tx) => applyPaymentEvent(tx, id, second, now));
  await Promise.race([database.untilBlocked(1), loser]);
  mayEnd.resolve();
  return Promise.allSettled([winner, loser]);
}

describe("of two concurrent events, the first is applied and the second is refused with the status:", () => {
  test.for([
    [
      "a confirm and a cancel",
      "requires_action",
      "confirmed",
      "cancelled",
      "The payment's status is processing, which doesn't allow this operation.",
    ],
    [
      "a cancel and a confirm",
      "requires_action",
      "cancelled",
      "confirmed",
      "The payment's status is cancelled, which doesn't allow this operation.",
    ],
    [
      "two confirms",
      "requires_action",
      "confirmed",
      "confirmed",
      "The payment's status is processing, which doesn't allow this operation.",
    ],
    [
      "two cancels",
      "requires_action",
      "cancelled",
      "cancelled",
      "The payment's status is cancelled, which doesn't allow this operation.",
    ],
    [
      "a decline and a confirm",
      "requires_action",
      "declined",
      "confirmed",
      "The payment's status is failed, which doesn't allow this operation.",
    ],
    [
      "two collections",
      "processing",
      "collected",
      "collected",
      "The payment's status is succeeded, which doesn't allow this operation.",
    ],
    [
      "a collection and its failure",
      "processing",
      "collected",
      "collection_failed",
      "The payment's status is succeeded, which doesn't allow this operation.",
    ],
  ] as const)("%s", async ([, from, first, second, message]) => {
    const id = await createTestPayment(partner);
    await bringTo(id, from);
    const before = await eventsOf(id);
    const [winner, loser] = await meet(id, makeEvent(first), makeEvent(second), clock.now());
    expect(winner.status).toBe("fulfilled");
    expect(loser).toMatchObject({ status: "rejected", reason: { code: "invalid_state", message } });
    const after = await eventsOf(id);
    expect(after.slice(before.length).map(({ type }) => type)).toEqual([first]);
    expect((await read(id))?.version).toBe(after.length);
  });

  test("the recorded expiry and a confirm", async () => {
    const id = await createTestPayment(partner);
    const expiresAt = (await read(id))?.expiresAt ?? new Date(0);
    const [winner, loser] = await meet(id, makeEvent("expired"), makeEvent("confirmed"), expiresAt);
    expect(winner.status).toBe("fulfilled");
    expect(loser).toMatchObject({ status: "rejected", reason: { code: "payment_expired" } });
  });

  test("but the second is applied when the first is rolled back", async () => {
    const id = await createTestPayment(partner);
    const [first, second] = await meet(id, makeEvent("cancelled"), makeEvent("confirmed"), clock.now(), () => {
      throw new Error("rolled back");
    });
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["confirmed"]);
    expect((await read(id))?.storedStatus).toBe("processing");
  });

  test("fifty identical events are applied once", async () => {
    const id = await createTestPayment(partner);
    const now = clock.now();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        inTransaction((tx) => applyPaymentEvent(tx, id, makeEvent(index % 2 ? "confirmed" : "cancelled"), now)),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await read(id))?.version).toBe(1);
  });
});

describe("a payment's history", () => {
  test("has one event for each version, with its data", async () => {
    const id = await createTestPayment(partner);
    for (const type of ["confirmed", "collected", "settled"] as const) await applyEvent(id, type);
    const events = await eventsOf(id);
    expect(events.map(({ version, type }) => [version, type])).toEqual([
      [1, "confirmed"],
      [2, "collected"],
      [3, "settled"],
    ]);
    expect(events[0]?.data).toMatchObject({ amount: "12500000", fee: "1", attemptId: expect.stringMatching(/^att_/) });
    expect(events[1]?.data).toMatchObject({ amount: "12500000", txNonce: "7" });
    expect(await read(id)).toMatchObject({
      storedStatus: "succeeded",
      version: 3,
      result: { txHash: `0x${"aa".repeat(32)}`, amount: 12_500_000n },
      settlement: { txHash: `0x${"bb".repeat(32)}` },
      buyer: { account: "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", appId: null },
    });
  });

  test("and the payment are unchanged when the transaction fails", async () => {
    const id = await createTestPayment(partner);
    const before = await read(id);
    const work = async (tx: Tx) => {
      await applyPaymentEvent(tx, id, makeEvent("cancelled"), clock.now());
      throw new Error("something else went wrong");
    };
    await expect(inTransaction(work)).rejects.toThrow("something else went wrong");
    expect(await read(id)).toEqual(before);
    expect(await eventsOf(id)).toEqual([]);
  });

  test("of an unknown payment can't be written", async () => {
    const unknown = newId("pay", clock.now());
    await expect(applyEvent(unknown, "cancelled")).rejects.toMatchObject({ code: "payment_not_found" });
  });

  test.for(["failed", "cancelled"] as const)("of a payment that is %s refuses every event", async (status) => {
    const id = await createTestPayment(partner);
    await bringTo(id, status);
    const before = await eventsOf(id);
    for (const type of ["confirmed", "collected", "collection_failed", "declined", "cancelled", "settled"] as const) {
      await expect(applyEvent(id, type)).rejects.toMatchObject({ code: "invalid_state" });
    }
    expect(await eventsOf(id)).toEqual(before);
  });
});

describe("waiters for a payment", () => {
  /** Records announcements in order; a marker shows that no earlier announcement is pending. */
  async function listen() {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const heard: string[] = [];
    const waiting = new Map<string, () => void>();
    client.on("notification", ({ payload = "" }) => {
      for (const key of payload.split(",")) {
        heard.push(key);
        waiting.get(key)?.();
      }
    });
    await client.query("LISTEN till_payment");
    const until = (key: string) =>
      heard.includes(key) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(key, resolve));
    return {
      heard,
      until,
      async untilMarked(marker: string) {
        // Earlier announcements are sent by the next turn of the event loop.
        await nextTurn();
        await database.query("SELECT pg_notify('till_payment', $1)", [marker]);
        await until(marker);
      },
      end: () => client.end(),
    };
  }

  test("are notified once, and only after the commit", async () => {
    const listener = await listen();
    const id = await createTestPayment(partner);
    await inTransaction(async (tx) => {
      await applyPaymentEvent(tx, id, makeEvent("cancelled"), clock.now());
      await listener.untilMarked("before the commit");
      expect(listener.heard).not.toContain(id);
    });
    await listener.until(id);
    await listener.untilMarked("after the commit");
    expect(listener.heard.filter((key) => key === id)).toHaveLength(1);
    await listener.end();
  });

  test("are not notified of an event that was refused or rolled back", async () => {
    const listener = await listen();
    const id = await createTestPayment(partner);
    await expect(applyEvent(id, "collected")).rejects.toThrow();
    await expect(
      inTransaction(async (tx) => {
        await applyPaymentEvent(tx, id, makeEvent("cancelled"), clock.now());
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await listener.untilMarked("after both");
    expect(listener.heard).not.toContain(id);
    await listener.end();
  });
});
