import { afterAll, beforeAll, expect, test } from "vitest";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import { searchPayments } from "#lib/domain/payments/search/search-payments.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner } from "#test/stack/partner.ts";
import { seed } from "../../../../prisma/seed.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RPC_URLS_8453: "http://127.0.0.1:1",
  });
  const destination = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await seed({ email: "owner@till.example", password: "a password", destination, pastPayments: 40, knownApiKey: null });
});
afterAll(() => database.stop());

test("a transaction finds the payment that it collected, and only for its partner", async () => {
  const stranger = await createPartner();
  const paid = await database.query<{ id: PaymentId; partner: PartnerId; hash: string }>(
    "SELECT id, partner_id AS partner, tx_hash AS hash FROM payment WHERE status = 'succeeded' ORDER BY id LIMIT 5",
  );
  expect(paid.length).toBe(5);
  for (const { id, partner: partnerId, hash } of paid) {
    expect((await searchPayments({ partnerId, merchantId: null }, hash, 10)).map((found) => found.id)).toEqual([id]);
    expect(await searchPayments({ partnerId: stranger.partnerId, merchantId: null }, hash, 10)).toEqual([]);
  }
});
