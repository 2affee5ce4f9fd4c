import { afterAll, beforeAll, expect, test } from "vitest";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/db/database.ts";
import { deployBefore } from "#test/db/deploy-before.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await deployBefore(database.url, "20261122100000");
});
afterAll(() => database.drop());

const rows = (text: string) => withConnection(database.url, async (client) => (await client.query(text)).rows);

test("an upgrade keeps policies and submissions, and renames the subject of past audit entries", async () => {
  await rows(`
    INSERT INTO partner (id, name) VALUES ('prt_1', 'P');
    INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ('mrch_1', 'prt_1', 'M', 'm', now(), now());
    INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value, fiat_currency, fiat_value,
      amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at)
    VALUES ('pay_1', 'prt_1', 'mrch_1', 'r', 'requires_action', 0, 'iso4217/USD', 1, 'USD', 1, 1, 'USD', 0, 0, 0, now(), now(),
      now() + interval '1 hour');
    INSERT INTO data_collection_policy (partner_id, provider_name, terms_url, privacy_url, updated_at)
    VALUES ('prt_1', 'Acme', 'https://a.example/t', 'https://a.example/p', now());
    INSERT INTO data_submission (id, partner_id, payment_id, accounts, key_id, sealed, created_at, expires_at)
    VALUES ('sub_1', 'prt_1', 'pay_1', ARRAY['eip155:1:0x1'], repeat('0', 16), repeat('x', 30)::bytea, now(),
      now() + interval '180 days');`);
  await deployMigrations(database.url);
  await rows("DELETE FROM buyer_data_policy");
  expect(await rows("SELECT id, accounts FROM buyer_data_submission")).toEqual([
    { id: "sub_1", accounts: ["eip155:1:0x1"] },
  ]);
  expect(
    await rows("SELECT action, subject_id FROM audit_entry WHERE subject_type = 'buyer_data_policy' ORDER BY id"),
  ).toEqual(["created", "deleted"].map((verb) => ({ action: `buyer_data_policy.${verb}`, subject_id: "prt_1" })));
  await expect(rows("UPDATE audit_entry SET action = 'x'")).rejects.toThrow("the audit log is only added to");
  expect(
    await rows(`SELECT conname AS name FROM pg_constraint WHERE conname ~ '^data_(collection|submission)'
      UNION SELECT relname FROM pg_class WHERE relname ~ '^data_(collection|submission)'
      UNION SELECT tgname FROM pg_trigger WHERE tgname ~ '^data_(collection|submission)'`),
  ).toEqual([]);
});
