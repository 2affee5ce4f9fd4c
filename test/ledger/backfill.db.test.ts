import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#lib/db/close.ts";
import { database as lib } from "#lib/db/pool.ts";
import { listInconsistentPayments, listMisbooked } from "#lib/domain/payments/ledger/checks-repository.ts";
import { sumByAsset } from "#lib/domain/payments/ledger/repository.ts";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/db/database.ts";
import { deployBefore } from "#test/db/deploy-before.ts";
import { setEnv } from "#test/env/set-env.ts";

const asset = "eip155:8453/erc20:0x2";
let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  setEnv({ DATABASE_URL: database.url, PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  await deployBefore(database.url, "20261121000065");
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

/** One payment of each possible state, as stored before held payouts, payout attempts and the ledger existed. */
const before = `
  INSERT INTO partner (id, name) VALUES ('prt_1', 'P');
  INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ('mrch_1', 'prt_1', 'M', 'm', now(), now());
  INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value, fiat_currency, fiat_value,
    amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at, buyer_account, token_asset,
    token_amount, token_fee, succeeded_at, tx_hash, tx_nonce, settled_at, settlement_tx_hash)
  SELECT id, 'prt_1', 'mrch_1', 'r', status::payment_status, version, 'iso4217/USD', 1, 'USD', 1, 1, 'USD', 0, 0, 0, now(), now(),
    now() + interval '1 hour', 'eip155:8453:0x1', '${asset}', 100, 1, CASE status WHEN 'succeeded' THEN now() END,
    CASE status WHEN 'succeeded' THEN 'in ' || id END, 1, CASE id WHEN 'settled' THEN now() END,
    CASE id WHEN 'settled' THEN 'out settled' END
  FROM (VALUES ('settled', 'succeeded', 3), ('sent', 'succeeded', 2), ('refused', 'succeeded', 2), ('none', 'succeeded', 2),
    ('short', 'failed', 2), ('past', 'succeeded', 0)) AS p (id, status, version);
  INSERT INTO chain_transfer (payment_id, kind, chain_id, token, tx_hash, log_index, block_number, block_hash, sender, recipient,
    amount, created_at)
  SELECT id, 'collection'::transfer_kind, 8453, '0x2', 'in ' || id, 0, 1, 'b', '0x1', '0x3', CASE id WHEN 'short' THEN 90 ELSE 100 END, now()
  FROM payment WHERE id <> 'past'
  UNION ALL SELECT 'settled', 'settlement', 8453, '0x2', 'out settled', 0, 2, 'b', '0x3', '0x4', 99, now();
  INSERT INTO payout (payment_id, state, asset, destination, treasury, amount, fee, created_at, updated_at)
  SELECT id, state::payout_state, '${asset}', 'eip155:8453:0x4', '0x3', 99, 1, now(), now()
  FROM (VALUES ('settled', 'final'), ('sent', 'submitted'), ('refused', 'failed')) AS o (id, state);`;

test("an upgrade with existing payments creates a payout for each debt, and books that agree with them", async () => {
  await withConnection(database.url, (client) => client.query(before));
  await deployMigrations(database.url);
  const { rows } = await withConnection(database.url, (client) =>
    client.query(`SELECT payment_id AS id, partner_id, merchant_id, state, destination IS NULL AS nowhere, treasury,
      amount::int, fee::int, attempt, failure FROM payout ORDER BY payment_id`),
  );
  const owed = {
    partner_id: "prt_1",
    merchant_id: "mrch_1",
    treasury: "0x3",
    amount: 99,
    fee: 1,
    attempt: 1,
    nowhere: false,
    failure: null,
  };
  expect(rows).toEqual([
    { ...owed, id: "none", state: "held", nowhere: true },
    { ...owed, id: "refused", state: "failed", failure: "the reason was not kept" },
    { ...owed, id: "sent", state: "submitted" },
    { ...owed, id: "settled", state: "final" },
  ]);
  expect(await listMisbooked(lib, 10)).toEqual([]);
  expect(await listInconsistentPayments(lib, 10)).toEqual([]);
  expect(await sumByAsset(lib)).toMatchObject([
    { asset, treasury: 391n, owedToMerchants: 297n, fees: 4n, owedToBuyers: 90n, gas: 0n, surplus: 0n },
  ]);
});
