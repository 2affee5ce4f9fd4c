import fc from "fast-check";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";

/** Values by field name, for fields with rules beyond their schema. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/**
 * Any value that a JSON Schema allows, limited to what request schemas use: no references, no conditions.
 * @throws Error for an unsupported schema, so that no rule is silently ignored.
 */
export function anyValueOf(schema: JsonSchema, hints: Hints = {}): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => anyValueOf(one as JsonSchema, hints)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => anyValueOf({ ...schema, type } as JsonSchema, hints)));
  }
  switch (schema.type) {
    case "string":
      return anyText(schema);
    case "integer":
      return fc.maxSafeInteger().map((value) => within(value, schema));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return anyList(schema, hints);
    case "object":
      return anyRecord(schema, hints);
    default:
      if (Object.keys(schema).some((key) => key !== "description")) break;
      return fc.jsonValue({ maxDepth: 4 });
  }
  throw new Error(`can't generate values for ${JSON.stringify(schema)}`);
}

function within(value: number, { minimum, maximum }: JsonSchema): number {
  const [least, most] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
  return value >= least && value <= most ? value : least + (Math.abs(value) % Math.min(most - least + 1, 1_000_000));
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  // Plain addresses only: parsers disagree about anything else before the @.
  email: fc.stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.example$/),
  uri: fc.webUrl({ validSchemes: ["https", "http"], withQueryParameters: true }),
};

// A pattern excludes these as pairs of surrogates, which it can't with the u flag. Clients compile it with or without.
const invisiblePair = /(?![\0-\uffff])[\p{Default_Ignorable_Code_Point}\u{13430}-\u{1343f}\u{1d159}]/u;

function anyText({ format, pattern, minLength = 0, maxLength = 10_000 }: JsonSchema): fc.Arbitrary<string> {
  const form = pattern === undefined ? /^/u : new RegExp(pattern, "u");
  const known = format === undefined ? undefined : formats[format];
  if (format !== undefined && known === undefined) throw new Error(`can't generate text in the format ${format}`);
  const isAllowed = (text: string) =>
    form.test(text) && !invisiblePair.test(text) && text.length >= minLength && text.length <= maxLength;
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  const plain = fc.oneof(fc.string({ ...bounds, unit: "grapheme" }), fc.string({ ...bounds, unit: "binary" }));
  return (known ?? matching(pattern) ?? plain).filter(isAllowed);
}

/** Text generated from a pattern where fast-check can; a pattern that only forbids characters is met by filtering. */
function matching(pattern: string | undefined): fc.Arbitrary<string> | null {
  if (pattern === undefined || pattern.includes("\\ud800")) return null;
  return fc.stringMatching(new RegExp(pattern, "u"));
}

function anyList({ items = {}, minItems = 0, maxItems = 50 }: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  const maxLength = Math.min(maxItems, minItems + 3);
  return fc.array(anyValueOf(items as JsonSchema, hints), { minLength: minItems, maxLength });
}

function anyRecord(
  { properties = {}, required = [], minProperties = 0 }: JsonSchema,
  hints: Hints,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => {
    const own = anyValueOf(property as JsonSchema, hints);
    const hint = hints[name];
    return [name, hint === undefined ? own : fc.oneof({ weight: 4, arbitrary: hint }, own)] as const;
  });
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
  return record.filter((value) => Object.keys(value).length >= minProperties);
}
