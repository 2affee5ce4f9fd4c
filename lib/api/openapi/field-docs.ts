import type { Parameter } from "#lib/api/openapi/parameters.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import type { FieldDoc } from "#lib/api/schemas/reference.ts";
import { storableText, visibleText } from "#lib/core/visible-text.ts";

/** Resolves a `$ref` of the document. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** Describes the fields of an object schema, in its order. */
export function fieldDocs(schema: JsonSchema, resolve: Resolve): FieldDoc[] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).map(([name, field]) =>
    fieldDoc({ name, required: required.includes(name), schema: field as JsonSchema }, resolve),
  );
}

/** Describes a parameter as a field. */
export function parameterDoc(parameter: Parameter, resolve: Resolve): FieldDoc {
  return { ...fieldDoc(parameter, resolve), isDeprecated: parameter.deprecated === true };
}

function fieldDoc(
  { name, required, schema, description }: Pick<Parameter, "name" | "required" | "schema" | "description">,
  resolve: Resolve,
): FieldDoc {
  const own = withoutNull(schema);
  const inner = own.items === undefined ? own : withoutNull(own.items as JsonSchema);
  const object = resolve(inner).type === "object" ? componentOf(inner) : null;
  return {
    name,
    type: typeWords(schema, resolve),
    object,
    isRequired: required,
    isDeprecated: false,
    description: description ?? schema.description ?? "",
    rules: [...rulesOf(resolve(own)), ...(inner === own ? [] : rulesOf(resolve(inner)))],
    values: (resolve(inner).enum ?? []).map(String),
    fields: object === null ? fieldDocs(inner, resolve) : [],
  };
}

/** The name of the component that a schema refers to. */
export function componentOf({ $ref }: JsonSchema): string | null {
  return $ref === undefined ? null : $ref.slice($ref.lastIndexOf("/") + 1);
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const [other, ...more] = (schema.anyOf ?? []).filter((part) => (part as JsonSchema).type !== "null");
  return other === undefined || more.length > 0 ? schema : (other as JsonSchema);
}

const formats: Record<string, string> = { "date-time": "date-time", date: "date", uri: "URL", email: "email address" };

/** A type in a few words: `list of Amount`, `integer or null`. */
export function typeWords(schema: JsonSchema, resolve: Resolve): string {
  const parts = schema.anyOf?.map((part) => typeWords(part as JsonSchema, resolve));
  if (parts !== undefined) return parts.join(" or ");
  if (schema.items !== undefined) return `list of ${several(typeWords(schema.items as JsonSchema, resolve))}`;
  const component = componentOf(schema);
  const { type, format, const: constant } = resolve(schema);
  if (component !== null && type === "object") return component;
  if (constant !== undefined) return JSON.stringify(constant);
  return formats[format ?? ""] ?? [type ?? "any JSON"].flat().join(" or ");
}

const several = (words: string) => (/^(string|integer|number|object)$/.test(words) ? `${words}s` : words);

/** The patterns that say less than their rule in words. */
const patternWords: Record<string, string> = {
  [storableText.source]: "no control characters",
  [visibleText.source]: "a visible character, no control characters",
};

function rulesOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  ...schema
}: JsonSchema): string[] {
  return [
    range(minLength, maxLength, "characters"),
    range(minimum, maximum, ""),
    range(minItems, maxItems, "entries"),
    ...(pattern === undefined ? [] : [patternWords[pattern] ?? `matches ${pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].filter((rule) => rule !== "");
}

function range(min: number | undefined, max: number | undefined, what: string): string {
  if (min === undefined && max === undefined) return "";
  const numbers = max === undefined ? `${min} or more` : `${min === undefined ? "at most" : `${min} to`} ${max}`;
  return `${numbers} ${what}`.trim();
}
