import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import {
  amount,
  bigint,
  boolean,
  field,
  group,
  insertOf,
  integer,
  joined,
  json,
  nullable,
  numeric,
  plain,
  type RowOf,
  reader,
  relationOf,
  selectList,
  text,
  timestamp,
  type ValueOf,
  writableField,
} from "#lib/db/fields.ts";
import { database as on, type Value } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

type Kind = "box" | "bag";

const storedFields = {
  id: plain("id", text<`par_${string}`>()),
  kind: plain("kind", text<Kind>()),
  count: plain("count", integer()),
  note: plain("note", nullable(text())),
  sentAt: plain("sent_at", nullable(timestamp())),
  weight: amount("weight"),
  size: writableField(
    { width: numeric(), height: nullable(numeric()) },
    ({ width, height }) => ({ width: BigInt(width), height: height === null ? null : BigInt(height) }),
    (size) => size,
  ),
  tags: writableField(
    { tags: nullable(json<Record<string, string>>()) },
    ({ tags }) => tags ?? {},
    (tags) => ({ tags: JSON.stringify(tags) }),
  ),
};
const readFields = {
  ...storedFields,
  isHeavy: field({ weight: numeric(), count: integer() }, ({ weight, count }) => BigInt(weight) > count),
  place: group({ shelf: plain("shelf", joined("s.name", nullable(text()))) }),
};

type Parcel = ValueOf<typeof storedFields>;
const insert = insertOf(storedFields);
const insertParcel = statement({
  name: "test-parcel-insert",
  text: `INSERT INTO parcel (${insert.columns}, again, number) VALUES (${insert.parameters}, ${insert.parameterOf("count")}, $${insert.next})`,
});
const selectParcel = statement<RowOf<typeof readFields>>({
  name: "test-parcel-select",
  text: `SELECT ${selectList(readFields, "p")} FROM parcel p LEFT JOIN shelf s ON s.id = p.count WHERE p.id = $1`,
});

let database: ServiceDatabase;
beforeAll(async () => {
  database = await startDatabase();
  await database.query(`CREATE TABLE parcel (id text PRIMARY KEY, kind text NOT NULL, count integer NOT NULL, note text,
    sent_at timestamptz(3), weight numeric(78, 0) NOT NULL, width numeric(78, 0) NOT NULL, height numeric(78, 0), tags jsonb,
    again integer NOT NULL, number bigint NOT NULL)`);
  await database.query("CREATE TABLE shelf (id integer PRIMARY KEY, name text NOT NULL)");
  await database.query("INSERT INTO shelf VALUES (7, 'upper')");
});
afterAll(() => database.stop());

async function store(parcel: Parcel) {
  await on.rows(insertParcel, [...insert.values(parcel), 9n]);
  const [row] = await on.rows(selectParcel, [parcel.id]);
  return row === undefined ? null : reader(readFields)(row);
}

describe("fields", () => {
  test("come back from the database as they were inserted, amounts to the unit", async () => {
    const parcel: Parcel = {
      id: "par_1",
      kind: "bag",
      count: 7,
      note: "it's $1",
      sentAt: new Date("2026-11-20T10:00:00.123Z"),
      weight: 10n ** 77n + 1n,
      size: { width: 0n, height: 3n },
      tags: { a: "1", ü: '"' },
    };
    expect(await store(parcel)).toEqual({ ...parcel, isHeavy: true, place: { shelf: "upper" } });
    expect(await database.query("SELECT again, number FROM parcel WHERE id = 'par_1'")).toEqual([
      { again: 7, number: "9" },
    ]);
  });

  test("are null where nothing was inserted", async () => {
    const parcel: Parcel = {
      id: "par_2",
      kind: "box",
      count: 1,
      note: null,
      sentAt: null,
      weight: 0n,
      size: { width: 1n, height: null },
      tags: {},
    };
    expect(await store(parcel)).toEqual({ ...parcel, isHeavy: false, place: { shelf: null } });
  });

  test("select a column that several of them read once", () => {
    expect(selectList(readFields, "p").match(/p\.weight/g)).toHaveLength(1);
  });

  test("can't be inserted when two of them write a column", () => {
    const twice = { weight: amount("weight"), other: amount("weight") };
    expect(() => insertOf(twice)).toThrow("two fields write the column weight");
    expect(() => relationOf(twice, "n", 1)).toThrow("two fields write the column weight");
  });

  test("are rows of a statement, one or several; those that are left out are null", async () => {
    const { id, note, weight } = storedFields;
    const fields = { id, note, weight, isGone: plain("is_gone", boolean()) };
    const rows = relationOf(fields, "n", 2);
    const read = (relation: string, values: Value[]) =>
      on.rows(statement({ name: "", text: `SELECT $1::text AS first, n.* FROM ${relation}` }), ["1st", ...values]);
    const full = { id: "par_1", note: `it's {"a,b"}`, weight: 10n ** 77n + 1n, isGone: false } as const;
    const first = { first: "1st", id: "par_1", note: full.note, weight: String(full.weight), is_gone: false };
    const second = { first: "1st", id: "par_2", note: null, weight: null, is_gone: null };
    expect(await read(rows.one, rows.valuesOfOne(full))).toEqual([first]);
    expect(await read(rows.one, rows.valuesOfOne({ id: "par_2", note: null }))).toEqual([second]);
    expect(await read(rows.many, rows.valuesOfMany([full, { id: "par_2" }]))).toEqual([first, second]);
  });

  test("have the types of their columns", () => {
    expectTypeOf<ValueOf<typeof readFields>>().toEqualTypeOf<{
      id: `par_${string}`;
      kind: Kind;
      count: number;
      note: string | null;
      sentAt: Date | null;
      weight: bigint;
      size: { width: bigint; height: bigint | null };
      tags: Record<string, string>;
      isHeavy: boolean;
      place: { shelf: string | null };
    }>();
    expectTypeOf<RowOf<typeof readFields>>().toEqualTypeOf<{
      id: `par_${string}`;
      kind: Kind;
      count: number;
      note: string | null;
      sent_at: Date | null;
      weight: string;
      width: string;
      height: string | null;
      tags: Record<string, string> | null;
      shelf: string | null;
    }>();
    expectTypeOf(insert.parameterOf)
      .parameter(0)
      .toEqualTypeOf<"id" | "kind" | "count" | "note" | "sent_at" | "weight" | "width" | "height" | "tags">();
    expectTypeOf(reader({ number: plain("number", text()) }))
      .parameter(0)
      .toEqualTypeOf<{ number: string }>();
  });

  test("refuse to compile with another column's type, or a missing value", () => {
    const note = { note: text() };
    const writeNote = (value: string) => ({ note: value });
    // @ts-expect-error: digits have to be converted.
    plain("number", bigint());
    // @ts-expect-error: a bigint isn't a text.
    writableField(note, (row) => BigInt(row.note), writeNote);
    // @ts-expect-error: a column is not written.
    writableField({ ...note, count: integer() }, (row) => row.note, writeNote);
    // @ts-expect-error: some of these fields are only read.
    expect(() => insertOf(readFields)).toThrow();
    const { tags: _, ...without } = readFields;
    expectTypeOf<ValueOf<typeof without>>().not.toHaveProperty("tags");
  });
});
