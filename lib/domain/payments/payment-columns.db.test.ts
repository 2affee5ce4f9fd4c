import { afterAll, beforeAll, expect, test } from "vitest";
import { columnsOf } from "#lib/db/fields.ts";
import { listedFields, newPaymentFields, paymentFields } from "#lib/domain/payments/payment.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

type Found = { name: string; type: string; isNullable: boolean };

/** Postgres's names for the types that fields declare; enums are text. */
const typeNames: Record<string, string> = { int4: "integer", int8: "bigint" };

test("the fields of a payment declare every column of its table, with its type and whether it may be null", async () => {
  const found = await database.query<Found>(
    `SELECT c.column_name AS name, CASE t.typtype WHEN 'e' THEN 'text' ELSE t.typname END AS type,
        c.is_nullable = 'YES' AS "isNullable"
      FROM information_schema.columns c JOIN pg_type t ON t.typname = c.udt_name
      WHERE c.table_schema = 'public' AND c.table_name = 'payment'`,
  );
  const declared = [paymentFields, listedFields, newPaymentFields].flatMap((fields) =>
    Object.entries(columnsOf(fields))
      .filter(([, { expression }]) => expression === null)
      .map(([name, { type, isNullable }]) => ({ name, type, isNullable })),
  );
  const byName = new Map(declared.map((column) => [column.name, column]));
  expect(found.length).toBeGreaterThan(30);
  expect(new Map(found.map((one) => [one.name, { ...one, type: typeNames[one.type] ?? one.type }]))).toEqual(byName);
  for (const column of declared) expect(column).toEqual(byName.get(column.name));
});
