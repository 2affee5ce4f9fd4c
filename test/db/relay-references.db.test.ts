import { afterAll, beforeAll, expect, test } from "vitest";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/db/database.ts";
import { deployBefore } from "#test/db/deploy-before.ts";

const migration = "20261122110000";
let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await deployBefore(database.url, migration);
});
afterAll(() => database.drop());

/** A payment with one attempt and a payout, and one relay transaction for each text form of a purpose. */
const before = `
  INSERT INTO partner (id, name) VALUES ('prt_1', 'P');
  INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ('mrch_1', 'prt_1', 'M', 'm', now(), now());
  INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value, fiat_currency, fiat_value,
    amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at, buyer_account, token_asset,
    token_amount, token_fee, succeeded_at, tx_hash, tx_nonce)
  VALUES ('pay_1', 'prt_1', 'mrch_1', 'r', 'succeeded', 2, 'iso4217/USD', 1, 'USD', 1, 1, 'USD', 0, 0, 0, now(), now(),
    now() + interval '1 hour', 'eip155:1:0x1', 'eip155:1/erc20:0x2', 100, 1, now(), 'in', 1);
  INSERT INTO payment_option (id, payment_id, account, chain_id, token, buyer, amount, fee, method, treasury, nonce, valid_before,
    expires_at, created_at)
  VALUES ('opt_1', 'pay_1', 'a', 1, '0x2', '0x1', 100, 1, 'permit2', '0x3', '0x' || repeat('ab', 32), 1, now() + interval '1 hour', now());
  INSERT INTO payment_attempt (id, payment_id, option_id, signature, state, created_at, updated_at)
  VALUES ('att_1', 'pay_1', 'opt_1', '0x', 'final', now(), now());
  INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, attempt, created_at,
    updated_at)
  VALUES ('pay_1', 'prt_1', 'mrch_1', 'submitted', 'eip155:1/erc20:0x2', 'eip155:1:0x4', '0x3', 99, 1, 2, now(), now());
  INSERT INTO relay_transaction (chain_id, wallet, purpose, state, target, calldata, nonce, gas_limit) VALUES
    (1, '0x3', 'deploy:att_1', 'displaced', '0x5', '0x', 1, 1),
    (1, '0x3', 'deploy:att_1', 'broadcast', '0x5', '0x', 2, 1),
    (1, '0x3', 'collect:att_1', 'broadcast', '0x5', '0x', 3, 1),
    (1, '0x3', 'settle:pay_1', 'refused', '0x5', '0x', NULL, NULL),
    (1, '0x3', 'settle:pay_1:2', 'queued', '0x5', '0x', NULL, NULL),
    (1, '0x3', 'fill:1:0x3:4', 'reserved', '0x3', '0x', 4, 1);`;

test("the migration turns each text purpose into its kind and references, ended rows included", async () => {
  await withConnection(database.url, (client) => client.query(before));
  await deployMigrations(database.url);
  const { rows } = await withConnection(database.url, (client) =>
    client.query("SELECT kind, attempt_id, payment_id, payout_attempt, state FROM relay_transaction ORDER BY id"),
  );
  const none = { attempt_id: null, payment_id: null, payout_attempt: null };
  expect(rows).toEqual([
    { ...none, kind: "deployment", attempt_id: "att_1", state: "displaced" },
    { ...none, kind: "deployment", attempt_id: "att_1", state: "broadcast" },
    { ...none, kind: "collection", attempt_id: "att_1", state: "broadcast" },
    { ...none, kind: "payout", payment_id: "pay_1", payout_attempt: 1, state: "refused" },
    { ...none, kind: "payout", payment_id: "pay_1", payout_attempt: 2, state: "queued" },
    { ...none, kind: "noop", state: "reserved" },
  ]);
});
