import { describe, expect, test } from "vitest";
import type { Checks } from "#test/db/guards/checks.ts";
import { checksOfBooks } from "#test/db/guards/checks-of-books.ts";
import { checksOfDeposits } from "#test/db/guards/checks-of-deposits.ts";
import { checksOfPartners } from "#test/db/guards/checks-of-partners.ts";
import { checksOfPayments } from "#test/db/guards/checks-of-payments.ts";
import { checksOfTestMode } from "#test/db/guards/checks-of-test-mode.ts";
import { guardedDatabase } from "#test/db/guards/guarded-database.ts";

const { query, run, refusal } = guardedDatabase();

const checks: Checks = {
  ...checksOfPartners,
  ...checksOfPayments,
  ...checksOfDeposits,
  ...checksOfBooks,
  ...checksOfTestMode,
};

describe("a check", () => {
  test("exists here for every check constraint of the database", async () => {
    const { rows } = await query<{ conname: string }>(`SELECT conname FROM pg_constraint c
      JOIN pg_namespace n ON n.oid = c.connamespace WHERE n.nspname = 'public' AND contype = 'c' ORDER BY conname`);
    expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(checks).sort());
  });

  test.for(Object.entries(checks))(
    "%s refuses exactly the wrong rows",
    async ([name, { given = [], table, right, wrong, alsoRefusedBy }]) => {
      for (const step of given) await run(step);
      for (const row of right) {
        await query("SAVEPOINT one");
        expect(await refusal([table, row])).toBe("accepted");
        await query("ROLLBACK TO SAVEPOINT one");
      }
      for (const row of wrong) {
        await query("SAVEPOINT one");
        expect(await refusal([table, row]), JSON.stringify(row)).toBe(alsoRefusedBy ?? name);
        await query("ROLLBACK TO SAVEPOINT one");
      }
    },
  );
});
