import { afterAll, beforeAll, expect, test } from "vitest";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import { searchPayments } from "#lib/domain/payments/search/search-payments.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { insertAttempts } from "#test/domain/create-deployments.ts";
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

test("a transaction that isn't final, or moved nothing, finds its payment, and only for its partner", async () => {
  const [partner, stranger] = await Promise.all([createPartner(), createPartner()]);
  const [attempt] = await insertAttempts({ count: 1, partner, buyer: "0x1", state: "submitted" });
  const hash = `0x${"12".repeat(32)}`;
  await database.query(
    `WITH wallet AS (INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (8453, '0x1', 1)), sent AS (
      INSERT INTO relay_transaction (chain_id, wallet, kind, attempt_id, state, target, calldata, nonce, gas_limit)
        VALUES (8453, '0x1', 'collection', $1, 'broadcast', '0x1', '0x01', 0, 21000) RETURNING id)
    INSERT INTO relay_submission (chain_id, hash, relay_transaction_id, raw, max_fee_per_gas)
      SELECT 8453, $2, id, '0x02f8', 1 FROM sent`,
    [attempt?.id, hash],
  );
  const [payment] = await database.query<{ id: PaymentId }>(
    "SELECT payment_id AS id FROM payment_attempt WHERE id = $1",
    [attempt?.id],
  );
  const found = async ({ partnerId }: { partnerId: PartnerId }) =>
    (await searchPayments({ partnerId, merchantId: null }, hash, 10)).map(({ id }) => id);
  expect(await found(partner)).toEqual([payment?.id]);
  expect(await found(stranger)).toEqual([]);
});
