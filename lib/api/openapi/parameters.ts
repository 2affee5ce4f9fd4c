import type { Route } from "#lib/api/define-route.ts";
import type { JsonSchema } from "#lib/api/openapi/json-schema.ts";
import { type Definitions, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  deprecated?: true;
  schema: JsonSchema;
};

type AnyOperation = Route["operation"];

/** All that a request may carry beside its body and its credentials. */
export function parametersOf(operation: AnyOperation, version: ServiceVersion, definitions: Definitions): Parameter[] {
  return [
    ...pathParameters(operation, definitions),
    ...queryParameters(operation, definitions),
    ...headerParameters(operation, version),
  ];
}

function pathParameters({ params }: AnyOperation, definitions: Definitions): Parameter[] {
  const { properties = {} } = toJsonSchema(params, "input", definitions);
  return Object.entries(properties).map(([name, schema]) => parameter(name, "path", true, schema as JsonSchema));
}

function queryParameters({ query }: AnyOperation, definitions: Definitions): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(query, "input", definitions);
  const { properties: parsed = {} } = toJsonSchema(query, "output", definitions);
  return Object.entries(properties).map(([name, schema]) => {
    const list = listForm(schema as JsonSchema, parsed[name] as JsonSchema | undefined);
    return parameter(name, "query", required.includes(name), list ?? (schema as JsonSchema));
  });
}

/** A parameter that may be repeated is text or a list on its way in, and a list of something more exact once parsed. */
function listForm(given: JsonSchema, parsed: JsonSchema | undefined): JsonSchema | null {
  if (given.anyOf?.some((part) => (part as JsonSchema).type === "array") !== true) return null;
  const { description } = given;
  const { items, maxItems } = (parsed ?? {}) as { items?: JsonSchema; maxItems?: number };
  const exact = items === undefined || Object.keys(items).length === 0 ? { type: "string" as const } : items;
  return {
    type: "array",
    items: exact,
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(description === undefined ? {} : { description }),
  };
}

function parameter(name: string, place: "path" | "query", required: boolean, schema: JsonSchema): Parameter {
  const { description, deprecated, ...rest } = schema;
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === true ? { deprecated } : {}),
    schema: rest,
  };
}

const idempotencyWords = {
  required: "A new unique value for each thing to create; the same one for a repeat.",
  honoured: "With it, a repeat of the same request answers what was answered first, and does nothing again.",
};

function headerParameters({ idempotency, audience }: AnyOperation, version: ServiceVersion): Parameter[] {
  const optional = (name: string, description: string, schema: JsonSchema): Parameter => {
    return { name, in: "header", required: false, description, schema };
  };
  return [
    ...(audience === "partner-or-merchant"
      ? [optional("Merchant-Id", "Given, the payment must be this merchant's.", { type: "string" })]
      : []),
    ...(idempotency === undefined
      ? []
      : [
          {
            ...optional("Idempotency-Key", idempotencyWords[idempotency], {
              type: "string",
              pattern: "^[!-~]{1,255}$",
            }),
            required: idempotency === "required",
          },
        ]),
    optional("Service-Version", "The version for this request, instead of the one that the account is pinned to.", {
      type: "string",
      enum: [...serviceVersions],
      examples: [version],
    }),
    optional("Request-Id", "Your own name for this request; the answer carries it, or else one of ours.", {
      type: "string",
      pattern: "^[A-Za-z0-9._:+/=-]{1,128}$",
    }),
  ];
}
