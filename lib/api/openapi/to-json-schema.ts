import { z } from "zod";

/** A schema in JSON Schema draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Definitions = Record<string, JsonSchema>;

/** Formats whose regular expression, which Zod writes as well, is long and adds nothing. */
const formatsWithoutPattern = new Set(["date-time", "date", "email"]);

/**
 * The JSON Schema of a request (`input`) or response (`output`), with references into the document's components.
 * Descriptions and component names come from each schema's `meta`. Responses may gain fields, so their schemas don't
 * forbid unknown ones.
 * @param definitions receives the components that the schema refers to.
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", definitions: Definitions): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  }) as JsonSchema;
  // Zod refers to $defs. A component of an older version has that version after an @, which no document shows.
  const text = JSON.stringify(converted).replaceAll(/"#\/\$defs\/(\w+)(?:@[\w.-]+)?"/g, '"#/components/schemas/$1"');
  const { $schema: _, $defs = {}, ...own } = JSON.parse(text) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) {
    definitions[name.replace(/@.*$/, "")] = definition as JsonSchema;
  }
  return own;
}

function tidy(schema: JsonSchema, io: "input" | "output"): void {
  const { wireForm, description } = schema;
  if (typeof wireForm === "object" && wireForm !== null) {
    // A number in a query is text to Zod, and a number to the client.
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, wireForm, description === undefined ? {} : { description });
  }
  delete schema.id;
  if (schema.format !== undefined && formatsWithoutPattern.has(schema.format)) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}
