import type { Declaration } from "#test/db/statements/read-declarations.ts";

/** A column of a statement's result, as Postgres has it. `labels` are those of an enum. */
export type StoredColumn = {
  name: string;
  type: string;
  isArray: boolean;
  isNullable: boolean;
  labels: readonly string[] | null;
};

/** The kinds of values that pg makes of Postgres's types. A `timestamp` has none: pg would read it in the process's time zone. */
const kinds: Readonly<Record<string, string>> = {
  text: "text",
  varchar: "text",
  bpchar: "text",
  name: "text",
  // pg returns digits, because a number can't hold every value.
  int8: "text",
  numeric: "text",
  int2: "number",
  int4: "number",
  float8: "number",
  bool: "boolean",
  timestamptz: "time",
  bytea: "bytes",
  json: "json",
  jsonb: "json",
};

/** Lists the differences between a declared row and the columns that a statement returns. */
export function compareRow(
  { columns, others }: Pick<Declaration, "columns" | "others">,
  stored: readonly StoredColumn[],
): string[] {
  if (columns === null) return [];
  const missing = [...columns.keys()].filter((name) => !stored.some((column) => column.name === name));
  return [
    ...missing.map((name) => `${name} isn't selected`),
    ...stored.flatMap(({ name, type, isArray, isNullable, labels }, index) => {
      if (stored.findIndex((column) => column.name === name) < index) return `${name} is selected twice`;
      const declared = columns.get(name) ?? others;
      if (declared === null) return `${name} isn't declared`;
      const kind = `${labels === null ? kinds[type] : "text"}${isArray ? "[]" : ""}`;
      const left = (labels ?? []).filter((label) => !(declared.literals ?? [label]).includes(label));
      return [
        declared.kinds.includes(kind)
          ? []
          : `${name} is ${type}${isArray ? "[]" : ""}, declared as ${declared.kinds.join(" or ")}`,
        isNullable && !declared.isNullable && !declared.isNarrowed ? `${name} may be null` : [],
        left.length > 0 && !declared.isNarrowed ? `${name} may be ${left.join(" or ")}` : [],
      ].flat();
    }),
  ];
}
