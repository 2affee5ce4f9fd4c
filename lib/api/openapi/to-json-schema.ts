import { z } from "zod";
import { components, unwrittenRules, wireForms } from "#lib/api/openapi/components.ts";
import { describeFields } from "#lib/api/openapi/glossary.ts";
import type { JsonSchema } from "#lib/api/openapi/json-schema.ts";

export type Definitions = Record<string, JsonSchema>;

/** Zod writes a format's regular expression out as well; these are long, and the format says it. */
const formatsEnough = new Set(["date-time", "date", "email"]);

/**
 * The JSON Schema of what is sent (`input`) or answered (`output`), with references into the document's components.
 * What is answered may get more fields in time, so there unknown ones are not forbidden.
 * @param owner what the glossary calls the fields' owner, such as `body`.
 * @param definitions gets the components that the schema refers to.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  owner: string,
  definitions: Definitions,
): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: components,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const form = wireForms.get(zodSchema);
      if (form !== undefined) replace(jsonSchema, form);
      Object.assign(jsonSchema, unwrittenRules.get(zodSchema));
      tidy(jsonSchema, io);
    },
  }) as JsonSchema;
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const shownName = name.replace(versionMark, "");
    definitions[shownName] = finish(definition as JsonSchema, shownName);
  }
  return finish(own, owner);
}

const versionMark = /@.*$/;

function replace(target: JsonSchema, form: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, form);
}

function tidy(schema: JsonSchema, io: "input" | "output"): void {
  if (schema.format !== undefined && formatsEnough.has(schema.format)) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** References as OpenAPI has them, and a sentence for every field. */
function finish(schema: JsonSchema, owner: string): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)(?:@[\w.-]+)?"/g, '"#/components/schemas/$1"');
  return describeFields(JSON.parse(text), owner);
}
