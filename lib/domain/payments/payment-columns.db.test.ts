import { afterAll, beforeAll, expect, test } from "vitest";
import { columnsOf, type Fields } from "#lib/db/fields.ts";
import { listedFields, newPaymentFields, paymentFields } from "#lib/domain/payments/payment.ts";
import { refundFields } from "#lib/domain/payments/refunds/refund.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

type Found = { name: string; type: string; isNullable: boolean };

/** Postgres's short names for the types that fields declare. */
const typeNames: Record<string, string> = { int4: "integer", int8: "bigint", bool: "boolean" };

const tables: [table: string, fields: Fields[], others: string[]][] = [
  ["payment", [paymentFields, listedFields, newPaymentFields], []],
  // Only written, or only matched.
  ["refund", [refundFields], ["created_by", "token_hash"]],
];

test.for(tables)(
  "the fields of a %s declare every column of its table, with its type and whether it may be null",
  async ([table, fields, others]) => {
    const found = await database.query<Found>(
      `SELECT c.column_name AS name, t.typname AS type,
        c.is_nullable = 'YES' AS "isNullable"
      FROM information_schema.columns c JOIN pg_type t ON t.typname = c.udt_name
      WHERE c.table_schema = 'public' AND c.table_name = $1 AND c.column_name <> ALL ($2)`,
      [table, others],
    );
    const declared = fields.flatMap((some) =>
      Object.entries(columnsOf(some))
        .filter(([, { expression }]) => expression === null)
        .map(([name, { type, isNullable }]) => ({ name, type, isNullable })),
    );
    const byName = new Map(declared.map((column) => [column.name, column]));
    expect(found.length).toBeGreaterThan(10);
    expect(new Map(found.map((one) => [one.name, { ...one, type: typeNames[one.type] ?? one.type }]))).toEqual(byName);
    for (const column of declared) expect(column).toEqual(byName.get(column.name));
  },
);
