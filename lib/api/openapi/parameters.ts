import type { Route } from "#lib/api/define-route.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type Definitions, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { schemaIn } from "#lib/api/operation.ts";
import { defaultVersion } from "#lib/api/version.ts";
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

/** The path, query and header parameters of an operation, without credentials. */
export function parametersOf(operation: AnyOperation, version: ServiceVersion, definitions: Definitions): Parameter[] {
  return [
    ...pathParameters(operation, definitions),
    ...queryParameters(operation, version, definitions),
    ...headerParameters(operation, version),
  ];
}

function pathParameters({ params }: AnyOperation, definitions: Definitions): Parameter[] {
  const { properties = {} } = toJsonSchema(params, "input", definitions);
  return Object.entries(properties).map(([name, schema]) => parameter(name, "path", true, schema as JsonSchema));
}

function queryParameters(operation: AnyOperation, version: ServiceVersion, definitions: Definitions): Parameter[] {
  const query = schemaIn(version, operation.query);
  const { properties = {}, required = [] } = toJsonSchema(query, "input", definitions);
  const { properties: parsed = {} } = toJsonSchema(query, "output", definitions);
  return Object.entries(properties).map(([name, schema]) => {
    const list = listForm(schema as JsonSchema, parsed[name] as JsonSchema | undefined);
    return parameter(name, "query", required.includes(name), list ?? (schema as JsonSchema));
  });
}

/** The list schema of a repeatable parameter: Zod takes text or a list as input, and the parsed items are more precise. */
function listForm(given: JsonSchema, parsed: JsonSchema | undefined): JsonSchema | null {
  if (given.anyOf?.some((part) => (part as JsonSchema).type === "array") !== true) return null;
  const description = given.description && `${given.description} Repeat it, or separate several values by commas.`;
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
  required: "A new unique value for each thing to create, and the same value for a retry.",
  honoured:
    "Makes retries safe: a repeated request with the same key returns the first response and does nothing else.",
};

const merchantIdWords = "If sent, the request reaches only what belongs to this merchant, which must be one of yours.";

/** The version of a request without the header, which an App-Id has no account for. */
function defaultVersionWords({ audience, path }: AnyOperation): string {
  if (audience !== "gateway") return "Defaults to the version your account is pinned to.";
  if (path.includes("{id}")) return "Defaults to the version the payment's account is pinned to.";
  return `Defaults to ${defaultVersion} with an App-Id, and to the version your account is pinned to with a key.`;
}

function headerParameters(operation: AnyOperation, version: ServiceVersion): Parameter[] {
  const { idempotency, audience } = operation;
  const optional = (name: string, description: string, schema: JsonSchema): Parameter => {
    return { name, in: "header", required: false, description, schema };
  };
  return [
    ...(audience === "partner-or-merchant" ? [optional("Merchant-Id", merchantIdWords, { type: "string" })] : []),
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
    optional("Service-Version", `The API version for this request. ${defaultVersionWords(operation)}`, {
      type: "string",
      enum: [...serviceVersions],
      examples: [version],
    }),
    optional("Request-Id", "Your own id for this request, returned in the response. Generated if left out.", {
      type: "string",
      pattern: "^[A-Za-z0-9._:+/=-]{1,128}$",
    }),
  ];
}
