import { afterEach, beforeEach, expect, test } from "vitest";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { migrationStatus } from "#scripts/migrate/migration-status.ts";
import { resolveMigration } from "#scripts/migrate/resolve-migration.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/db/database.ts";
import { deployBefore } from "#test/db/deploy-before.ts";

const migration = "20261122200001_payment_router";
let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
  await deployBefore(database.url, migration);
});
afterEach(() => database.drop());

async function query(sql: string): Promise<unknown[]> {
  return withConnection(database.url, async (client) => (await client.query<object>(sql)).rows);
}

/** Inserts a payment with one attempt, as the version before the payment router stored it. */
async function insertAttempt(state: string): Promise<void> {
  await query(`
    INSERT INTO partner (id, name) VALUES ('prt_1', 'P');
    INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ('mrch_1', 'prt_1', 'M', 'm', now(), now());
    INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value, fiat_currency, fiat_value,
      amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at, buyer_account, token_asset,
      token_amount, token_fee)
    VALUES ('pay_1', 'prt_1', 'mrch_1', 'r', 'processing', 1, 'iso4217/USD', 1, 'USD', 1, 1, 'USD', 0, 0, 0, now(), now(),
      now() + interval '1 hour', 'eip155:1:0x1', 'eip155:1/erc20:0x2', 100, 1);
    INSERT INTO payment_option (id, payment_id, account, chain_id, token, buyer, amount, fee, method, treasury, nonce,
      valid_before, expires_at, created_at)
    VALUES ('opt_1', 'pay_1', 'a', 1, '0x2', '0x1', 100, 1, 'permit2', '0x3', '0x' || repeat('ab', 32), 1,
      now() + interval '1 hour', now());
    INSERT INTO payment_attempt (id, payment_id, option_id, signature, state, created_at, updated_at)
    VALUES ('att_1', 'pay_1', 'opt_1', '0x', '${state}', now(), now());`);
}

test.for(["received", "submitted", "mined", "reorged"])(
  "the migration refuses while an attempt is %s, and passes once it has ended",
  async (state) => {
    await insertAttempt(state);
    await expect(deployMigrations(database.url)).rejects.toThrow("1 payments are being collected");
    expect(await query("SELECT treasury FROM payment_option")).toEqual([{ treasury: "0x3" }]);
    await query("UPDATE payment_attempt SET state = 'final'");
    await resolveMigration(database.url, migration, "rolled-back");
    await deployMigrations(database.url);
    expect(await migrationStatus(database.url)).toMatchObject({ pending: [], failed: [] });
  },
);

test.for(["final", "rejected"])("an option whose attempt is %s keeps its wallet and has no router", async (state) => {
  await insertAttempt(state);
  await deployMigrations(database.url);
  const columns = "submitter, router, recipient, fee_recipient, is_held";
  expect(await query(`SELECT ${columns} FROM payment_option`)).toEqual([
    { submitter: "0x3", router: null, recipient: null, fee_recipient: null, is_held: false },
  ]);
});
