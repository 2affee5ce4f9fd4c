import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetOldSignatures } from "#lib/domain/payments/collection/forget-old-signatures.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { insertAttempts } from "#test/domain/create-deployments.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

test("signatures are kept until their confirms have ended for 30 days, in whatever state they ended", async () => {
  const partner = await createPartner();
  // The number in an id of ULIDs is its time, so an older attempt has a lower id.
  const write = async (state: string, id: string, days: number) => {
    const [attempt] = await insertAttempts({ count: 1, partner, buyer: "0x1", state: "received" });
    await database.query(
      `UPDATE payment_attempt SET id = $2, state = $3::attempt_state, signature = '0xabcd',
        updated_at = now() - $4 * interval '1 day' WHERE id = $1`,
      [attempt?.id, `att_${id}`, state, days],
    );
  };
  const young = "7".padEnd(26, "Z");
  await write("final", "01".padEnd(26, "A"), 31);
  await write("rejected", "01".padEnd(26, "B"), 31);
  await write("submitted", "01".padEnd(26, "C"), 31);
  await write("final", "01".padEnd(26, "D"), 29);
  await write("final", young, 31);
  await forgetOldSignatures();
  await forgetOldSignatures();
  const kept = await database.query<{ id: string }>(
    "SELECT id FROM payment_attempt WHERE signature <> '0x' ORDER BY id",
  );
  expect(kept.map(({ id }) => id)).toEqual(
    ["C", "D"].map((letter) => `att_${"01".padEnd(26, letter)}`).concat(`att_${young}`),
  );
});
