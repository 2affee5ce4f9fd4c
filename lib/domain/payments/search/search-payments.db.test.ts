import { afterAll, beforeAll, expect, test } from "vitest";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import { database as pool } from "#lib/db/pool.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { type PaymentSearch, parseSearch } from "#lib/domain/payments/listing/parse-search.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
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

test("the beginning of an address finds the payments of its buyers, by date and by amount, and only for its partner", async () => {
  const [one] = await database.query<{ partner: PartnerId; account: string }>(
    `SELECT partner_id AS partner, lower(buyer_account) AS account FROM payment WHERE buyer_account LIKE '%:0x%'
      AND length(buyer_account) > 40 GROUP BY 1, 2 ORDER BY count(*) DESC, max(created_at) DESC LIMIT 1`,
  );
  const partnerId = one?.partner ?? ("" as PartnerId);
  const address = one?.account.split(":")[2] ?? "";
  const ofBuyer = await database.query<{ id: PaymentId }>(
    `SELECT id FROM payment WHERE partner_id = $1 AND split_part(lower(buyer_account), ':', 3) = $2
      ORDER BY created_at DESC, id DESC`,
    [partnerId, address],
  );
  expect(ofBuyer.length).toBeGreaterThan(0);
  const expected = ofBuyer.map(({ id }) => id);
  const stranger = await createPartner();
  for (const typed of [
    address.slice(0, 6),
    `${address.slice(0, 6)}…${address.slice(-4).toUpperCase()}`,
    address.slice(0, 40),
  ]) {
    const found = async (whose: PartnerId) =>
      (await searchPayments({ partnerId: whose, merchantId: null }, typed, 1_000)).map(({ id }) => id);
    expect(await found(partnerId)).toEqual(expected);
    expect(await found(stranger.partnerId)).toEqual([]);
    const search = parseSearch(typed) as PaymentSearch;
    const page = await listPage(
      pool,
      { ...everyPayment(partnerId), search },
      { by: "amount", direction: "asc" },
      null,
      1_000,
      new Date(),
    );
    expect(new Set(page.map(({ id }) => id))).toEqual(new Set(expected));
  }
  expect(await searchPayments({ partnerId, merchantId: null }, `${address.slice(0, 6)}…zz`, 10)).toEqual([]);
});
