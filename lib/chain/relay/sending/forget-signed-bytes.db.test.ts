import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetSignedBytes } from "#lib/chain/relay/sending/forget-signed-bytes.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
  await database.query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (1, '0x1', 9)");
});
afterAll(() => database.stop());

/** Writes a no-op transaction, signed once, of so many days ago. */
async function write(nonce: number, state: string, days: number): Promise<void> {
  await database.query(
    `WITH sent AS (
      INSERT INTO relay_transaction (chain_id, wallet, kind, state, target, calldata, nonce, gas_cost, created_at, updated_at)
      SELECT 1, '0x1', 'noop', $2, '0x1', '0x', $1, 1, at, at FROM (SELECT now() - $3 * interval '1 day' AS at) t RETURNING id)
    INSERT INTO relay_submission (chain_id, hash, relay_transaction_id, raw, max_fee_per_gas)
      SELECT 1, '0x' || lpad($1::text, 64, '0'), id, '0x02f8', 1 FROM sent`,
    [nonce, state, days],
  );
}

async function kept(): Promise<string[]> {
  const rows = await database.query<{ nonce: string }>(
    `SELECT nonce FROM relay_transaction r JOIN relay_submission s ON s.relay_transaction_id = r.id
      WHERE raw = '0x02f8' ORDER BY nonce`,
  );
  return rows.map(({ nonce }) => nonce);
}

test("signed bytes are kept until a transaction has been final for 30 days", async () => {
  await write(0, "final", 31);
  await write(1, "broadcast", 31);
  await write(2, "cancelled", 31);
  await write(3, "final", 29);
  await forgetSignedBytes();
  expect(await kept()).toEqual(["1", "3"]);
  await database.query("UPDATE relay_transaction SET created_at = created_at - interval '2 days' WHERE nonce = 3");
  await database.query("UPDATE relay_transaction SET updated_at = now() - interval '31 days' WHERE nonce = 3");
  await forgetSignedBytes();
  expect(await kept()).toEqual(["1"]);
});
