import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { seed } from "./seed.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  // No wallet is registered yet, so the books are compared without a node.
  const nodes = { RPC_URLS_8453: "http://127.0.0.1:1", RPC_URLS_56: "http://127.0.0.1:1" };
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent", ...nodes });
  const destination = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await seed({ email: "owner@till.example", password: "a password", destination, pastPayments: 60, knownApiKey: null });
});
afterAll(() => database.stop());

test("the books agree with the seeded payments, and hold what they collected", async () => {
  const { differences, totals } = await reconcile();
  expect(differences).toEqual([]);
  expect(totals.length).toBeGreaterThan(1);
  for (const { treasury, owedToMerchants, fees, owedToBuyers } of totals) {
    expect([owedToMerchants, owedToBuyers]).toEqual([0n, 0n]);
    expect(fees).toBeGreaterThan(0n);
    expect(treasury).toBe(fees);
  }
});

test("every final status is seeded, and each payment has the history of its version", async () => {
  const rows = await database.query(
    `SELECT p.status, array_agg(DISTINCT e.types ORDER BY e.types) AS histories, bool_and(p.version = e.events) AS complete
     FROM payment p JOIN LATERAL (SELECT count(*)::int AS events, string_agg(type, ' ' ORDER BY version) AS types
       FROM payment_event WHERE payment_id = p.id) e ON true
     GROUP BY p.status ORDER BY p.status`,
  );
  expect(rows).toEqual([
    { status: "succeeded", histories: ["confirmed collected settled"], complete: true },
    { status: "failed", histories: ["confirmed collection_failed", "declined"], complete: true },
    { status: "expired", histories: ["expired"], complete: true },
    { status: "cancelled", histories: ["cancelled"], complete: true },
  ]);
});
