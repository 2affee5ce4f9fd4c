import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { pool } from "#lib/db/pool.ts";
import { recordKeyUse } from "#lib/domain/partners/api-keys/repository.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  await createPartner();
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

async function readKey(): Promise<{ id: ApiKeyId; last_used_at: Date | null }> {
  const { rows } = await pool().query("SELECT id, last_used_at FROM api_key");
  return rows[0];
}

test("the last use of a key is written at most once a minute", async () => {
  const { id, last_used_at: before } = await readKey();
  expect(before).toBeNull();
  const first = new Date("2026-01-01T00:00:00.000Z");
  await recordKeyUse(id, first);
  await recordKeyUse(id, new Date(first.getTime() + 59_000));
  expect((await readKey()).last_used_at).toEqual(first);
  const later = new Date(first.getTime() + 61_000);
  await recordKeyUse(id, later);
  expect((await readKey()).last_used_at).toEqual(later);
});
