import type pg from "pg";
import type { StoredColumn } from "#test/db/statements/compare-rows.ts";

type Described = { name: string; dataTypeID: number; tableID: number; columnID: number };

/**
 * Has Postgres prepare a statement and describe its result, without running it. A column of a table is
 * nullable where the table allows null, or where an outer join may find no row of the table. Postgres doesn't
 * tell it of an expression or a view.
 * @throws the database's error for a statement that it can't prepare.
 */
export async function describeStatement(client: pg.Client, text: string): Promise<StoredColumn[]> {
  const described = await prepare(client, text);
  const values = [
    described.map(({ dataTypeID }) => dataTypeID),
    described.map(({ tableID }) => tableID),
    described.map(({ columnID }) => columnID),
  ];
  const { rows } = await client.query<Omit<StoredColumn, "name">>(readColumns, values);
  const isOuter = await outerJoined(client, text);
  return described.map(({ name }, at) => {
    const found = rows[at] as Omit<StoredColumn, "name">;
    return { ...found, name, isNullable: found.isNullable || isOuter(at) };
  });
}

type Plan = {
  Alias?: string;
  Output?: string[];
  "Join Type"?: string;
  "Parent Relationship"?: string;
  Plans?: Plan[];
};

/** Finds in the plan which columns of the result come from a table that an outer join may have no row of. */
async function outerJoined(client: pg.Client, text: string): Promise<(at: number) => boolean> {
  if (!/\b(LEFT|RIGHT|FULL) JOIN\b/.test(text)) return () => false;
  const explain = `EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${text}`;
  const plan = (await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(explain)).rows[0]?.["QUERY PLAN"][0].Plan;
  const aliases = plan === undefined ? [] : nullableAliases(plan, false);
  return (at) => {
    const column = /^\(*"?(\w+)"?\.("[^"]+"|\w+)\)*$/.exec(plan?.Output?.[at] ?? "");
    return column?.[1] !== undefined && aliases.includes(column[1]);
  };
}

function nullableAliases(plan: Plan, isNullable: boolean): string[] {
  const join = plan["Join Type"];
  const within = (plan.Plans ?? []).flatMap((part) => {
    const side = part["Parent Relationship"];
    const isOuter = join === "Full" || (join === "Left" && side === "Inner") || (join === "Right" && side === "Outer");
    return nullableAliases(part, isNullable || isOuter);
  });
  return isNullable && plan.Alias !== undefined ? [plan.Alias, ...within] : within;
}

const readColumns = `SELECT t.typname AS type, e.oid IS NOT NULL AS "isArray",
    EXISTS (SELECT FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
      WHERE a.attrelid = d.relation AND a.attnum = d.attribute AND NOT a.attnotnull) AS "isNullable",
    (SELECT array_agg(enumlabel::text) FROM pg_enum WHERE enumtypid = t.oid) AS labels
  FROM unnest($1::oid[], $2::oid[], $3::int[]) WITH ORDINALITY d (type, relation, attribute, place)
    LEFT JOIN pg_type e ON e.oid = d.type AND e.typcategory = 'A' JOIN pg_type t ON t.oid = coalesce(e.typelem, d.type)
  ORDER BY d.place`;

/** pg has no call for it: the messages of the protocol. */
function prepare(client: pg.Client, text: string): Promise<Described[]> {
  return new Promise((resolve, reject) => {
    let columns: Described[] = [];
    const query = {
      submit(connection: pg.Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: Described[] }) {
        columns = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(query);
  });
}
