import { EventEmitter } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { signals } from "#lib/db/signals.ts";
import { awaitStatusChange } from "#lib/domain/payments/status/await-status-change.ts";
import { statusWatch } from "#lib/domain/payments/status/status-watch.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const createdAt = new Date("2026-11-21T12:00:00.000Z");
const expiresAt = new Date("2026-11-21T12:01:40.000Z");
const maxWaitMs = 25_000;

let database: ServiceDatabase;
let partner: TestPartner;
let stopListening = () => {};

beforeAll(async () => {
  database = await startDatabase();
  partner = await createPartner();
  await startListening();
});
beforeEach(() => {
  // The clock is frozen: deadlines and re-reads happen only when a test advances it.
  vi.useFakeTimers({ now: createdAt, toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  stopListening();
  await database.stop();
});

/** Keeps the process's LISTEN open, so that no announcement is missed. */
async function startListening(): Promise<void> {
  let isListening = false;
  stopListening = signals().listen("till_payment", (keys) => {
    isListening ||= keys.includes("probe");
  });
  while (!isListening) await database.query("SELECT pg_notify('till_payment', 'probe')");
}

const create = () => createTestPayment(partner, { expiresAt: expiresAt.getTime() / 1_000 });
const createProcessing = async () => {
  const id = await create();
  await bringTo(id, "processing");
  return id;
};

/** Starts a wait. */
function startWait(id: PaymentId, maxPollMs = 1_000_000_000, isGone = false) {
  const client = new EventEmitter();
  const [isWaiting, waitsAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waits = 0;
  const onGone = (listener: () => void) => {
    client.on("gone", listener);
    waits += 1;
    isWaiting.resolve();
    if (waits > 1) waitsAgain.resolve();
    return () => client.off("gone", listener);
  };
  const wait = awaitStatusChange(scopeOf(partner), id, maxPollMs, { isGone, onGone });
  const answer = wait.then(({ status }) => status);
  return {
    answer,
    leave: () => client.emit("gone"),
    isWaiting: isWaiting.promise,
    waitsAgain: waitsAgain.promise,
    /** True while a listener is attached to the request. */
    isHeld: () => client.listenerCount("gone") > 0,
  };
}

/** Changes a payment without an announcement. */
async function cancelSilently(id: PaymentId): Promise<void> {
  await database.query(
    `UPDATE payment SET status = 'cancelled', version = version + 1, cancelled_at = now(),
      cancelled_reason = 'cancelled_by_user' WHERE id = $1`,
    [id],
  );
}

describe("the response is immediate", () => {
  test.for(["succeeded", "failed", "cancelled"] as const)("for a payment that is %s", async (status) => {
    const id = await create();
    await bringTo(id, status);
    const wait = startWait(id);
    expect(await wait.answer).toBe(status);
    expect(wait.isHeld()).toBe(false);
  });

  test("for a payment whose expiry has passed, recorded or not", async () => {
    const id = await create();
    vi.setSystemTime(expiresAt);
    expect(await startWait(id).answer).toBe("expired");
  });

  test("for a request without a wait", async () => {
    expect(await startWait(await create(), 0).answer).toBe("requires_action");
  });

  test("for a client that has disconnected already", async () => {
    expect(await startWait(await create(), maxWaitMs, true).answer).toBe("requires_action");
  });
});

const connectedClient = { isGone: false, onGone: () => () => undefined };

describe("a payment is not found", () => {
  test.for([
    ["of another partner", { partnerId: newId("prt", createdAt), merchantId: null }],
    ["of another merchant", { partnerId: null, merchantId: newId("mrch", createdAt) }],
  ] as const)("in the scope %s", async ([, scope]) => {
    const wait = awaitStatusChange(scope, await create(), 0, connectedClient);
    await expect(wait).rejects.toMatchObject({ code: "payment_not_found" });
  });

  test.for(["", "pay_", "x", newId("pay", createdAt), newId("mrch", createdAt)])("by the id %j", async (id) => {
    const wait = awaitStatusChange(scopeOf(partner), id, maxWaitMs, connectedClient);
    await expect(wait).rejects.toMatchObject({ code: "payment_not_found" });
  });
});

describe("a waiter is woken", () => {
  test("by an event of another connection, before any deadline", async () => {
    const id = await create();
    const wait = startWait(id);
    await wait.isWaiting;
    await applyEvent(id, "confirmed");
    expect(await wait.answer).toBe("processing");
    expect(wait.isHeld()).toBe(false);
  });

  test("together with all waiters for the same payment, and no waiter for another", async () => {
    const id = await create();
    const other = await create();
    const waits = Array.from({ length: 20 }, () => startWait(id));
    const bystander = startWait(other);
    await Promise.all([...waits, bystander].map(({ isWaiting }) => isWaiting));
    await applyEvent(id, "cancelled");
    expect(new Set(await Promise.all(waits.map(({ answer }) => answer)))).toEqual(new Set(["cancelled"]));
    expect(bystander.isHeld()).toBe(true);
    bystander.leave();
    expect(await bystander.answer).toBe("requires_action");
  });

  test("within a second by the re-read when announcements are lost", async () => {
    const id = await create();
    const wait = startWait(id);
    await wait.isWaiting;
    await cancelSilently(id);
    vi.advanceTimersByTime(1_000);
    expect(await wait.answer).toBe("cancelled");
  });

  test("by the re-read after all earlier waiters have left", async () => {
    const first = startWait(await create());
    await first.isWaiting;
    first.leave();
    await first.answer;
    const id = await create();
    const second = startWait(id);
    await second.isWaiting;
    await cancelSilently(id);
    vi.advanceTimersByTime(1_000);
    expect(await second.answer).toBe("cancelled");
  });

  test("by an explicit re-read", async () => {
    const id = await create();
    const wait = startWait(id);
    await wait.isWaiting;
    await cancelSilently(id);
    await statusWatch().refresh([id, newId("pay", createdAt)]);
    expect(await wait.answer).toBe("cancelled");
  });

  test("by a change of status only", async () => {
    const id = await create();
    const wait = startWait(id);
    await wait.isWaiting;
    await database.query("UPDATE payment SET version = version + 1 WHERE id = $1", [id]);
    await statusWatch().refresh([id]);
    await wait.waitsAgain;
    await applyEvent(id, "cancelled");
    expect(await wait.answer).toBe("cancelled");
  });
});

describe("the moment of expiry", () => {
  test("wakes a waiter at its millisecond, not before, without being recorded", async () => {
    const id = await create();
    vi.setSystemTime(expiresAt.getTime() - 20_000);
    const wait = startWait(id);
    await wait.isWaiting;
    vi.advanceTimersByTime(19_999);
    expect(wait.isHeld()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(wait.isHeld()).toBe(false);
    expect(await wait.answer).toBe("expired");
    const rows = await database.query("SELECT status, version FROM payment WHERE id = $1", [id]);
    expect(rows).toEqual([{ status: "requires_action", version: 0 }]);
  });

  test("doesn't affect a payment that is processing", async () => {
    const id = await createProcessing();
    vi.setSystemTime(expiresAt.getTime() - 100);
    const wait = startWait(id);
    await wait.isWaiting;
    vi.advanceTimersByTime(10_000);
    expect(wait.isHeld()).toBe(true);
    await applyEvent(id, "collected");
    expect(await wait.answer).toBe("succeeded");
  });
});

describe("a wait ends", () => {
  test.for([
    ["at the requested time", 5_000, 5_000],
    ["after 25 s when more was requested", 1_000_000_000, maxWaitMs],
    ["after 25 s when the maximum was requested", Number.MAX_SAFE_INTEGER, maxWaitMs],
  ] as const)("%s, with the unchanged status", async ([, maxPollMs, endMs]) => {
    const id = await createProcessing();
    const wait = startWait(id, maxPollMs);
    await wait.isWaiting;
    vi.advanceTimersByTime(endMs - 1);
    expect(wait.isHeld()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(wait.isHeld()).toBe(false);
    expect(await wait.answer).toBe("processing");
  });

  test("when the client disconnects, and leaves no listener or timer", async () => {
    const waits = [startWait(await create()), startWait(await create())];
    await Promise.all(waits.map(({ isWaiting }) => isWaiting));
    expect(vi.getTimerCount()).toBe(2);
    for (const wait of waits) wait.leave();
    expect(await Promise.all(waits.map(({ answer }) => answer))).toEqual(["requires_action", "requires_action"]);
    expect(waits.map((wait) => wait.isHeld())).toEqual([false, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("when it is answered, and leaves no timer", async () => {
    const id = await create();
    const wait = startWait(id);
    await wait.isWaiting;
    await applyEvent(id, "cancelled");
    await wait.answer;
    expect(vi.getTimerCount()).toBe(0);
  });

  // This must be the last test of the file: it ends waiting in this process.
  test("when the process shuts down, and no other wait starts", async () => {
    const wait = startWait(await create());
    await wait.isWaiting;
    statusWatch().close();
    expect(await wait.answer).toBe("requires_action");
    expect(await startWait(await create()).answer).toBe("requires_action");
    expect(vi.getTimerCount()).toBe(0);
  });
});
