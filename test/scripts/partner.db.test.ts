import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";

const run = promisify(execFile);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function partner(...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url, PUBLIC_URL: "http://till.test" };
  return (await run(process.execPath, ["scripts/partner.ts", ...words], { env })).stdout;
}

const keys = () =>
  withConnection(database.url, async (client) => {
    const { rows } = await client.query(
      "SELECT name, permissions, revoked_at IS NULL AS good FROM api_key ORDER BY id",
    );
    return rows;
  });

test("the command line makes a partner with a key, another key with some permissions, and ends one", async () => {
  const created = await partner("create", "Acme", "--fee-cents", "25", "--fee-ppm", "4000");
  const [, partnerId = "", keyId = "", secret] =
    /Partner {2}(\S+)\nKey {6}(\S+)\nApi-Key {2}(\S+)\n/.exec(created) ?? [];
  expect(secret).toMatch(/^till_[A-Za-z0-9_-]{43}$/);
  await partner("key", partnerId, "Reader", "payments:read");
  expect(await partner("revoke", partnerId, keyId)).toBe(`${keyId} is revoked.\n`);
  const [first, second] = await keys();
  expect(first).toMatchObject({ name: "First key", good: false });
  expect(second).toEqual({ name: "Reader", permissions: ["payments:read"], good: true });
});

test("what is asked wrongly is said and changes nothing", async () => {
  const before = await keys();
  await expect(partner("key", "prt_nobody", "x")).rejects.toThrow("prt_nobody is no partner id.");
  await expect(partner("key", "prt_01J00000000000000000000000", "x", "everything")).rejects.toThrow(
    "No such permission",
  );
  await expect(partner("revoke", "prt_01J00000000000000000000000", "key_01J00000000000000000000000")).rejects.toThrow();
  await expect(partner("create")).rejects.toThrow("npm run partner");
  expect(await keys()).toEqual(before);
});
