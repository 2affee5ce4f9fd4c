import type { Value } from "#lib/db/pool.ts";

/** A column: `Raw` is its value in a row, `Parameter` what a statement takes for it. */
export type Column<Raw, Parameter extends Value> = {
  /** The name of its type in Postgres. */
  type: string;
  isNullable: boolean;
  /** The expression of a column that is another table's, such as `m.name`; null for one of the table. */
  expression: string | null;
  /** For types only; never set. */
  raw?: Raw;
  /** For types only; never set. */
  takes?: (parameter: Parameter) => void;
};

type Columns = Readonly<Record<string, Column<unknown, never>>>;
type RawOf<C> = C extends Column<infer Raw, never> ? Raw : never;
type ParameterOf<C> = C extends Column<unknown, infer Parameter> ? Parameter : never;
type RowOfColumns<C> = { [Name in keyof C]: RawOf<C[Name]> };
type ParametersOf<C> = { [Name in keyof C]: ParameterOf<C[Name]> };

/** A value that is read from one or more columns of a row. */
export type Field<C, V> = { columns: C; read(row: RowOfColumns<C>): V };
/** A field that can be inserted. */
export type WritableField<C, V> = Field<C, V> & { write(value: V): ParametersOf<C> };

/** Fields by the names that their values have in the record that is made from a row. */
export type Fields = Readonly<Record<string, Field<Columns, unknown>>>;
export type WritableFields = Readonly<Record<string, WritableField<Columns, unknown>>>;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Flat<T> = { [Name in keyof T]: T[Name] };
type ColumnsOf<F extends Fields> = Flat<Intersection<F[keyof F]["columns"]>>;

/** The row of {@link selectList}. */
export type RowOf<F extends Fields> = RowOfColumns<ColumnsOf<F>>;
/** The record that {@link reader} makes of a row. */
export type ValueOf<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]["read"]> };

const column = (type: string) => ({ type, isNullable: false, expression: null });

// NoInfer: otherwise the place where a column is used would decide its type.
export const text = <T extends string = string>(): Column<NoInfer<T>, NoInfer<T>> => column("text");
/** A value of an enum. @param type its name in Postgres. */
export const enumeration = <T extends string>(type: string): Column<NoInfer<T>, NoInfer<T>> => column(type);
export const integer = (): Column<number, number> => column("integer");
export const boolean = (): Column<boolean, boolean> => column("boolean");
export const timestamp = (): Column<Date, Date> => column("timestamptz");
/** Comes as digits, because a number can't hold every value. */
export const numeric = (): Column<string, bigint> => column("numeric");
/** Comes as digits, as {@link numeric} does. */
export const bigint = (): Column<string, bigint> => column("bigint");
/** Comes parsed, and is written as JSON text. */
export const json = <T>(): Column<NoInfer<T>, string> => column("jsonb");

/** The same column, which may be null. */
export function nullable<Raw, Parameter extends Value>(
  of: Column<Raw, Parameter>,
): Column<NoInfer<Raw> | null, NoInfer<Parameter> | null> {
  return { type: of.type, isNullable: true, expression: of.expression };
}

/** A column of another table or a computed one. @param expression it in SQL. */
export function joined<Raw, Parameter extends Value>(
  expression: string,
  of: Column<Raw, Parameter>,
): Column<NoInfer<Raw>, NoInfer<Parameter>> {
  return { ...of, expression };
}

/** A field of several columns, which can't be inserted. */
export function field<C extends Columns, V>(columns: C, read: (row: RowOfColumns<C>) => V): Field<C, V> {
  return { columns, read };
}

/** A field of several columns. */
export function writableField<C extends Columns, V>(
  columns: C,
  read: (row: RowOfColumns<C>) => V,
  write: (value: V) => ParametersOf<C>,
): WritableField<C, V> {
  return { columns, read, write };
}

/** A field that is a column's value as it comes. */
export function plain<Name extends string, V extends Value>(
  name: Name,
  of: Column<V, V>,
): WritableField<Record<Name, Column<V, V>>, V> {
  return oneColumn(
    name,
    of,
    (raw) => raw,
    (value) => value,
  );
}

/** A field that is an amount in smallest units. */
export function amount<Name extends string>(name: Name): WritableField<Record<Name, Column<string, bigint>>, bigint> {
  return oneColumn(name, numeric(), BigInt, (value) => value);
}

/** A field that is a whole number of any size. */
export function whole<Name extends string>(name: Name): WritableField<Record<Name, Column<string, bigint>>, bigint> {
  return oneColumn(name, bigint(), BigInt, (value) => value);
}

/** A field of a column that may be null, of which `read` makes the value. */
export function orNull<Name extends string, Raw, Parameter extends Value, V>(
  name: Name,
  of: Column<Raw, Parameter>,
  read: (raw: NonNullable<Raw>) => V,
): Field<Record<Name, Column<Raw | null, Parameter | null>>, V | null> {
  const columns = { [name]: nullable(of) } as Record<Name, Column<Raw | null, Parameter | null>>;
  return field(columns, (row) => {
    const raw = row[name] as Raw | null;
    return raw === null || raw === undefined ? null : read(raw);
  });
}

function oneColumn<Name extends string, Raw, Parameter extends Value, V>(
  name: Name,
  of: Column<Raw, Parameter>,
  read: (raw: Raw) => V,
  write: (value: V) => Parameter,
): WritableField<Record<Name, Column<Raw, Parameter>>, V> {
  type Own = Record<Name, Column<Raw, Parameter>>;
  return {
    columns: { [name]: of } as Own,
    read: (row) => read(row[name] as Raw),
    write: (value) => ({ [name]: write(value) }) as ParametersOf<Own>,
  };
}

/** A field that is a record of fields. */
export function group<F extends Fields>(fields: F): Field<ColumnsOf<F>, ValueOf<F>> {
  return { columns: columnsOf(fields) as ColumnsOf<F>, read: reader(fields) };
}

/** The columns of fields by name; several fields may read the same one. */
export function columnsOf(fields: Fields): Columns {
  return Object.fromEntries(Object.values(fields).flatMap(({ columns }) => Object.entries(columns)));
}

/** The columns of fields for a SELECT, each once. @param alias of their table. */
export function selectList(fields: Fields, alias: string): string {
  return Object.entries(columnsOf(fields))
    .map(([name, { expression }]) => (expression === null ? `${alias}.${name}` : `${expression} AS ${name}`))
    .join(", ");
}

/** Makes the function that reads a row of {@link selectList}. */
export function reader<F extends Fields>(fields: F): (row: RowOf<F>) => ValueOf<F> {
  const entries = Object.entries(fields);
  return (row) => {
    const value: Record<string, unknown> = {};
    for (const [name, one] of entries) value[name] = one.read(row);
    return value as ValueOf<F>;
  };
}

/** The parts of an INSERT. */
export type Insert<F extends WritableFields> = {
  columns: string;
  /** In the order of the columns, from `$1` on. */
  parameters: string;
  /** The parameter of a column, such as `$3`. */
  parameterOf(column: keyof ColumnsOf<F>): string;
  /** The first parameter that is free, such as 23. */
  next: number;
  /** The values of the parameters. */
  values(value: ValueOf<F>): Value[];
};

/** Writes the parts of an INSERT of fields. @throws Error when two fields write the same column. */
export function insertOf<F extends WritableFields>(fields: F): Insert<F> {
  const { columns, names, write } = writerOf(fields);
  return {
    columns: names.join(", "),
    parameters: columns.map(([, { type }], at) => `$${at + 1}${type === "jsonb" ? "::jsonb" : ""}`).join(", "),
    parameterOf: (name) => `$${names.indexOf(String(name)) + 1}`,
    next: names.length + 1,
    values: write,
  };
}

/** Rows of fields as parameters of a statement, which reads from them as from a table. */
export type Relation<F extends WritableFields> = {
  /** One row, with the parameters of {@link valuesOfOne}. */
  one: string;
  /** Any number of rows, with the parameters of {@link valuesOfMany}. */
  many: string;
  valuesOfOne(value: Partial<ValueOf<F>>): Value[];
  valuesOfMany(values: readonly Partial<ValueOf<F>>[]): Value[];
};

/**
 * Writes rows of fields for a FROM. A field that a value leaves out is null.
 * @param alias of the relation.
 * @param first number of the parameters.
 * @throws Error when two fields write the same column.
 */
export function relationOf<F extends WritableFields>(fields: F, alias: string, first: number): Relation<F> {
  const { columns, names, write } = writerOf(fields);
  const parameters = (suffix: string) =>
    columns.map(([, { type }], at) => `$${first + at}::${type}${suffix}`).join(", ");
  const named = `AS ${alias} (${names.join(", ")})`;
  return {
    one: `(VALUES (${parameters("")})) ${named}`,
    many: `unnest(${parameters("[]")}) ${named}`,
    valuesOfOne: write,
    valuesOfMany(values) {
      const rows = values.map(write);
      return names.map((_, at) => rows.map((row) => elementOf(row[at] ?? null)));
    },
  };
}

/** The value as an element of an array, which Postgres reads as text. */
function elementOf(value: Value): string | null {
  return value === null ? null : String(value);
}

/** The columns of fields, and the values that they write to them, null for a field that is left out. */
function writerOf<F extends WritableFields>(fields: F) {
  const entries = Object.entries(fields);
  const columns = entries.flatMap(([, one]) => Object.entries(one.columns));
  const names = columns.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`two fields write the column ${twice}`);
  const write = (value: Partial<ValueOf<F>>): Value[] => {
    const written: Record<string, Value> = {};
    for (const [name, one] of entries) {
      if (value[name] !== undefined) Object.assign(written, one.write(value[name]));
    }
    return names.map((name) => written[name] ?? null);
  };
  return { columns, names, write };
}
