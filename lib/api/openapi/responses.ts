import type { Route } from "#lib/api/define-route.ts";
import { errorsOf, type StatusErrors } from "#lib/api/openapi/declared-errors.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type Definitions, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { answerSchemaOf } from "#lib/api/versions/answers.ts";
import { type ErrorCode, errorMessages, TillError } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import { presentError } from "#lib/edge/http-error.ts";

type Reference = { $ref: string };
export type NamedExamples = Record<string, { summary: string; value: unknown } | Reference>;
export type Response = {
  description: string;
  headers: Record<string, Reference>;
  content: { "application/json": { schema: JsonSchema; examples?: NamedExamples } };
};

/** The response headers, by their names in the document's components. */
export const responseHeaders = {
  "Request-Id": {
    description: "The request's id in our logs. Quote it when you ask for help.",
    schema: { type: "string" },
  },
  "Service-Version": { description: "The version of this response.", schema: { type: "string" } },
  "WCP-Version": { description: "The same as Service-Version.", schema: { type: "string" } },
  "RateLimit-Policy": {
    description: "The limit that this request counted against: its name, requests (q) and window in seconds (w).",
    schema: { type: "string", examples: ['"key";q=30000;w=60'] },
  },
  RateLimit: {
    description: "The remaining requests of that limit (r), and the seconds until it resets (t).",
    schema: { type: "string", examples: ['"key";r=29999;t=60'] },
  },
  "Retry-After": { description: "Seconds to wait before a retry.", schema: { type: "integer", minimum: 1 } },
  "Idempotent-Replayed": {
    description: "true when this is the stored response of an earlier request.",
    schema: { type: "string" },
  },
  Deprecation: {
    description: "When this operation was deprecated. Link names its successor.",
    schema: { type: "string", examples: ["@1771372800"] },
  },
  Link: {
    description: "The operation to use instead.",
    schema: { type: "string", examples: ['</v1/merchants/payments>; rel="successor-version"'] },
  },
} as const;

type HeaderName = keyof typeof responseHeaders;
type AnyOperation = Route["operation"];

/** Every response of an operation in a version, by status. */
export function responsesOf(
  operation: AnyOperation,
  version: ServiceVersion,
  definitions: Definitions,
): Record<string, Response> {
  const { response, idempotency, deprecated } = operation;
  const schema = toJsonSchema(answerSchemaOf(operation, version), "output", definitions);
  const examples = Object.fromEntries(
    examplesOf(operation, version).map((example) => [example.name, { summary: example.name, value: example.response }]),
  );
  const success: Response = {
    description: response.status === 201 ? "Created." : "Success.",
    headers: headers(
      ...(idempotency === undefined ? [] : (["Idempotent-Replayed"] as const)),
      ...(deprecated === undefined ? [] : (["Deprecation", "Link"] as const)),
    ),
    content: { "application/json": { schema, ...(Object.keys(examples).length === 0 ? {} : { examples }) } },
  };
  const errors = errorsOf(operation).map((error) => [String(error.status), errorResponse(error, operation)]);
  return { [String(response.status)]: success, ...Object.fromEntries(errors) };
}

function headers(...more: readonly HeaderName[]): Record<string, Reference> {
  const names: HeaderName[] = [
    "Request-Id",
    "Service-Version",
    "WCP-Version",
    "RateLimit-Policy",
    "RateLimit",
    ...more,
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Statuses with a Retry-After header. */
const retried: readonly number[] = [429, 503];
/** Statuses of a refused write that an Idempotency-Key remembers. */
const remembered: readonly number[] = [400, 403, 404, 409];

function errorResponse({ status, codes }: StatusErrors, { idempotency }: AnyOperation): Response {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const schema: JsonSchema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { type: "object", properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => meaningOf(code, status)).join(" "),
    headers: headers(
      ...(retried.includes(status) ? (["Retry-After"] as const) : []),
      ...(idempotency !== undefined && remembered.includes(status) ? (["Idempotent-Replayed"] as const) : []),
    ),
    content: { "application/json": { schema, examples } },
  };
}

/** The meaning of a code at a status. */
function meaningOf(code: ErrorCode, status: number): string {
  const entry: { status: number; otherStatuses?: Record<number, string> } = errorTable[code];
  return entry.otherStatuses?.[status] ?? errorMessages[code];
}

/** An example error for each code of these operations, by its name in the document's components. */
export function errorExamples(operations: readonly AnyOperation[]): NamedExamples {
  const used = new Set(operations.flatMap((operation) => errorsOf(operation).flatMap(({ codes }) => codes)));
  const issues = [{ field: "amount.value", message: "must be a positive whole number of the smallest unit" }];
  const entries = [...used].sort().map((code) => {
    const error = new TillError(code, code === "params_validation" ? { issues } : {});
    return [code, { summary: errorTable[code].cause, value: presentError(error) }] as const;
  });
  return Object.fromEntries(entries);
}
