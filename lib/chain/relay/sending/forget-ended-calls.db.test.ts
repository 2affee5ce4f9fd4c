import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetEndedCalls } from "#lib/chain/relay/sending/forget-ended-calls.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { insertAttempts } from "#test/domain/create-deployments.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
  await database.query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (1, '0x1', 9)");
});
afterAll(() => database.stop());

/** Writes a transaction, a no-op or of an attempt, that was signed once, of so many days ago. */
async function write(nonce: number, state: string, days: number, attemptId: string | null = null): Promise<void> {
  await database.query(
    `WITH sent AS (
      INSERT INTO relay_transaction (chain_id, wallet, kind, attempt_id, state, target, calldata, nonce, mined_hash, block_hash,
        block_number, gas_limit, created_at, updated_at)
      SELECT 1, '0x1', CASE WHEN $4::text IS NULL THEN 'noop' ELSE 'collection' END::relay_kind, $4, $2::relay_state, '0x1', '0xca11',
        $1, '0x1', '0x1', 1, 21000, at, at FROM (SELECT now() - $3 * interval '1 day' AS at) t RETURNING id)
    INSERT INTO relay_submission (chain_id, hash, relay_transaction_id, raw, max_fee_per_gas)
      SELECT 1, '0x' || id, id, '0x02f8', 1 FROM sent`,
    [nonce, state, days, attemptId],
  );
}

const kept = (column: string) =>
  database
    .query<{ nonce: string }>(
      `SELECT nonce FROM relay_transaction r JOIN relay_submission s ON s.relay_transaction_id = r.id
        WHERE ${column} <> '0x' ORDER BY nonce`,
    )
    .then((rows) => rows.map(({ nonce }) => Number(nonce)));

test("signed bytes are kept until a transaction has been final for 30 days, and only collections lose their calls", async () => {
  const partner = await createPartner();
  const [old, young] = await insertAttempts({ count: 2, partner, buyer: "0x1", state: "submitted" });
  await write(0, "final", 31, old?.id);
  await write(1, "broadcast", 31);
  await write(2, "cancelled", 31);
  await write(3, "final", 29, young?.id);
  await forgetEndedCalls();
  expect(await kept("raw")).toEqual([1, 3]);
  expect(await kept("calldata")).toEqual([1, 2, 3]);
  expect(await kept("block_hash")).toEqual([1, 3]);
  const shorten = "UPDATE relay_transaction SET calldata = '0x' WHERE nonce = 1";
  await expect(database.query(shorten)).rejects.toThrow("keeps its nonce and its call");
  await database.query("UPDATE relay_transaction SET created_at = created_at - interval '2 days' WHERE nonce = 3");
  await database.query("UPDATE relay_transaction SET updated_at = now() - interval '31 days' WHERE nonce = 3");
  await forgetEndedCalls();
  expect(await kept("raw")).toEqual([1]);
  expect(await kept("calldata")).toEqual([1, 2]);
});
