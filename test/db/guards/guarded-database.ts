import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/db/database.ts";
import { at, attempt, hash, open, option, type Step } from "#test/db/guards/rows.ts";

/**
 * Gives the tests of a file a database with a partner, a merchant and two payments. Each test runs in a
 * transaction that is rolled back, and sees what the database itself refuses, without our code.
 */
export function guardedDatabase() {
  let database: TestDatabase;
  let client: pg.Client;

  const query = <Found extends pg.QueryResultRow>(text: string) => client.query<Found>(text);

  const run = async (step: Step): Promise<void> => {
    if (typeof step === "string") {
      await client.query(step);
      return;
    }
    const [table, row] = step;
    const names = Object.keys(row).join(", ");
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    await client.query(`INSERT INTO "${table}" (${names}) VALUES (${places.join(", ")})`, Object.values(row));
  };

  /** Returns the constraint that refuses the last of these steps, or the trigger's message; "accepted" if it passes. */
  const refusal = async (...steps: Step[]): Promise<string> => {
    for (const step of steps.slice(0, -1)) await run(step);
    try {
      for (const step of steps.slice(-1)) await run(step);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      return error.constraint ?? error.message;
    }
    return "accepted";
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await run(["partner", { id: "prt_1", name: "One" }]);
    await run([
      "merchant",
      { id: "mrch_1", partner_id: "prt_1", name: "M", email: "m", created_at: at, updated_at: at },
    ]);
    await run(["payment", { ...open, id: "pay_1" }]);
    await run(["payment", { ...open, id: "pay_0" }]);
    await run(["payment_option", { ...option, id: "opt_0", payment_id: "pay_0", nonce: hash("00") }]);
    await run(["payment_attempt", { ...attempt, id: "att_0", payment_id: "pay_0", option_id: "opt_0" }]);
  });
  beforeEach(async () => {
    await client.query("BEGIN");
  });
  afterEach(async () => {
    await client.query("ROLLBACK");
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  return { query, run, refusal };
}
