import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { database as on } from "#lib/db/pool.ts";
import { declaredStatements } from "#lib/db/statement.ts";
import { listStoredEvents } from "#lib/domain/events/repository.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { listPage, listPageWithOrders } from "#lib/domain/payments/listing/repository.ts";
import { listSettlements } from "#lib/domain/payments/settlements/settlements.ts";
import { countPeriodCustomers, sumPeriod } from "#lib/domain/payments/statistics/period/repository.ts";
import { sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { compareRow } from "#test/db/statements/compare-rows.ts";
import { describeStatement } from "#test/db/statements/describe-statement.ts";
import {
  type Declaration,
  type DeclaredColumn,
  declaringFiles,
  readDeclarations,
} from "#test/db/statements/read-declarations.ts";

let database: ServiceDatabase;
let client: pg.Client;
let declarations: Declaration[];
beforeAll(async () => {
  database = await startDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  declarations = readDeclarations();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

/** Runs the functions that write their statements when they are called. */
async function runGenerated(): Promise<void> {
  const now = new Date();
  const partnerId = newId("prt", now);
  const every = everyPayment(partnerId);
  const sort = { by: "date", direction: "desc" } as const;
  const period = { from: new Date(now.getTime() - 3 * 24 * 3_600_000), until: now };
  await listPage(on, every, sort, null, 1, now);
  await listPageWithOrders(on, every, sort, null, 1, now);
  await sumRollup(on, every, now);
  await sumPayments(on, every, now);
  await sumPeriod(on, partnerId, period, "day", now);
  await countPeriodCustomers(on, partnerId, period);
  await listSettlements(
    { partnerId, merchantId: null },
    { merchantIds: [], states: [], from: null, until: null },
    null,
    1,
  );
  const events = { partnerId, merchantIds: null, types: [], paymentId: null, from: null, until: null };
  await listStoredEvents(on, events, null, 1);
}

/** The declaration of a statement: the one of its name, or else the longest that its name starts with. */
function declarationOf(name: string): Declaration | undefined {
  const starts = declarations.filter((one) => name.startsWith(one.isPrefix ? one.name : `${one.name}-`));
  const longest = starts.toSorted((a, b) => b.name.length - a.name.length)[0];
  return declarations.find((one) => one.name === name) ?? longest;
}

test("every statement can be prepared, and its columns have the names and types that its row declares", async () => {
  for (const file of declaringFiles) await import(path.resolve(file));
  await runGenerated();
  const unprepared = new Set(declarations);
  const differences: string[] = [];
  for (const [name, { text }] of declaredStatements) {
    const declaration = declarationOf(name);
    // Another test's.
    if (declaration === undefined) continue;
    unprepared.delete(declaration);
    const found = await describeStatement(client, text).then(
      (columns) => compareRow(declaration, columns),
      (error: unknown) => [`can't be prepared: ${error}`],
    );
    differences.push(...found.map((difference) => `${name} in ${declaration.file}: ${difference}`));
  }
  expect(declarations.length).toBeGreaterThan(500);
  expect(differences).toEqual([]);
  expect([...unprepared]).toEqual([]);
});

test("no two statements have the same name: a connection knows only the first of them", () => {
  const names = declarations.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("a row differs from its statement", () => {
  const column = (kind: string, more: Partial<DeclaredColumn> = {}) => {
    return { kinds: [kind], isNullable: false, isNarrowed: false, literals: null, ...more };
  };
  const row = {
    id: column("text"),
    iconUrl: column("text", { isNullable: true }),
    status: column("text", { literals: ["active", "inactive", "suspended"] }),
    createdAt: column("time"),
  };
  const select = `SELECT id, icon_url AS "iconUrl", status, created_at AS "createdAt" FROM merchant`;

  test.each<[string, Record<string, DeclaredColumn>, string, string[]]>([
    ["not at all", row, select, []],
    [
      "when a column was renamed",
      row,
      select.replace(`"iconUrl"`, `"logoUrl"`),
      ["iconUrl isn't selected", "logoUrl isn't declared"],
    ],
    ["when a column isn't selected", row, select.replace("status, ", ""), ["status isn't selected"]],
    ["when a column is selected twice", row, select.replace("id,", "id, partner_id AS id,"), ["id is selected twice"]],
    [
      "when a column has another type",
      row,
      select.replace("created_at", "created_at::text"),
      ["createdAt is text, declared as time"],
    ],
    [
      "when a bigint is declared as a number",
      { n: column("number") },
      "SELECT 1::bigint AS n",
      ["n is int8, declared as number"],
    ],
    [
      "when a time has no zone",
      { at: column("time") },
      "SELECT now()::timestamp AS at",
      ["at is timestamp, declared as time"],
    ],
    ["when a column may be null", { ...row, iconUrl: column("text") }, select, ["iconUrl may be null"]],
    [
      "when an enum has another value",
      { ...row, status: column("text", { literals: ["active", "inactive"] }) },
      select,
      ["status may be suspended"],
    ],
    ["not where a condition excludes null", { ...row, iconUrl: column("text", { isNarrowed: true }) }, select, []],
    [
      "when an array's elements have another type",
      { list: column("number[]") },
      "SELECT ARRAY['a'] AS list",
      ["list is text[], declared as number[]"],
    ],
  ])("%s", async (_when, columns, text, differences) => {
    const declared = { columns: new Map(Object.entries(columns)), others: null };
    expect(compareRow(declared, await describeStatement(client, text))).toEqual(differences);
  });
});
