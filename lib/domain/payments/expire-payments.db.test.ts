import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const createdAt = new Date("2026-11-21T12:00:00.000Z");
const expiresAt = new Date("2026-11-21T12:10:00.000Z");

let database: ServiceDatabase;
let partner: TestPartner;
let now = createdAt;
let restoreClock = () => {};

beforeAll(async () => {
  database = await startDatabase();
  partner = await createPartner();
});
beforeEach(() => {
  now = createdAt;
  restoreClock = useClock({ now: () => now });
});
afterEach(async () => {
  // Payments that a test leaves open would be overdue in the next one.
  now = new Date("2027-01-01T00:00:00.000Z");
  while ((await expirePayments()) > 0);
  restoreClock();
});
afterAll(() => database.stop());

const create = (expiry = expiresAt) => createTestPayment(partner, { expiresAt: expiry.getTime() / 1_000 });

async function statusOf(id: PaymentId): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>("SELECT status FROM payment WHERE id = $1", [id]);
  return row?.status;
}

describe("the expiry of open payments", () => {
  test("is recorded at its millisecond, not before", async () => {
    const id = await create();
    now = new Date(expiresAt.getTime() - 1);
    expect(await expirePayments()).toBe(0);
    expect(await statusOf(id)).toBe("requires_action");
    now = expiresAt;
    expect(await expirePayments()).toBe(1);
    expect(await statusOf(id)).toBe("expired");
  });

  test("is recorded once, as an event", async () => {
    const id = await create();
    now = new Date(expiresAt.getTime() + 60_000);
    expect([await expirePayments(), await expirePayments()]).toEqual([1, 0]);
    const events = await database.query(
      "SELECT version, type, created_at AS at FROM payment_event WHERE payment_id = $1",
      [id],
    );
    expect(events).toEqual([{ version: 1, type: "expired", at: now }]);
  });

  test("skips payments that aren't overdue or no longer open", async () => {
    const later = await create(new Date(expiresAt.getTime() + 1_000));
    const others = await Promise.all(
      (["processing", "succeeded", "failed", "cancelled"] as const).map(async (status) => {
        const id = await create();
        await bringTo(id, status);
        return [id, status] as const;
      }),
    );
    const overdue = await create();
    now = expiresAt;
    expect(await expirePayments()).toBe(1);
    expect(await statusOf(overdue)).toBe("expired");
    expect(await statusOf(later)).toBe("requires_action");
    for (const [id, status] of others) expect(await statusOf(id)).toBe(status);
  });

  test("is recorded once by two concurrent workers", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => create()));
    now = expiresAt;
    await Promise.all([expirePayments(), expirePayments()]);
    for (const id of ids) expect(await statusOf(id)).toBe("expired");
    const counts = await database.query(
      "SELECT count(*)::int AS events, count(DISTINCT payment_id)::int AS payments FROM payment_event WHERE payment_id = ANY($1)",
      [ids],
    );
    expect(counts).toEqual([{ events: 10, payments: 10 }]);
  });

  test("is refused before the payment's expiry", async () => {
    const id = await create();
    now = new Date(expiresAt.getTime() - 1);
    await expect(applyEvent(id, "expired")).rejects.toMatchObject({ code: "invalid_state" });
  });
});
