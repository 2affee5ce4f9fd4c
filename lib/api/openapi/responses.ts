import type { Route } from "#lib/api/define-route.ts";
import { errorsOf, type StatusErrors } from "#lib/api/openapi/declared-errors.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import type { JsonSchema } from "#lib/api/openapi/json-schema.ts";
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

/** The headers of answers, as the document's components name them. */
export const responseHeaders = {
  "Request-Id": { description: "Names this exchange in our logs.", schema: { type: "string" } },
  "Service-Version": { description: "The version that answered.", schema: { type: "string" } },
  "RateLimit-Policy": {
    description: "The limit that the request was counted for: its name, requests (q) and window in seconds (w).",
    schema: { type: "string", examples: ['"key";q=30000;w=60'] },
  },
  RateLimit: {
    description: "What is left of that limit (r), and in how many seconds all of it is back (t).",
    schema: { type: "string", examples: ['"key";r=29999;t=60'] },
  },
  "Retry-After": { description: "Seconds to wait before a repeat.", schema: { type: "integer", minimum: 1 } },
  "Idempotent-Replayed": {
    description: "true when this is the answer of an earlier request.",
    schema: { type: "string" },
  },
  Deprecation: {
    description: "Since when another operation is to be used; Link names it.",
    schema: { type: "string", examples: ["@1771372800"] },
  },
  Link: {
    description: "The operation to be used instead.",
    schema: { type: "string", examples: ['</v1/merchants/payments>; rel="successor-version"'] },
  },
} as const;

type HeaderName = keyof typeof responseHeaders;
type AnyOperation = Route["operation"];

/** Every answer that an operation can give under a version, by status. */
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
    description: response.status === 201 ? "Created." : "Done.",
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
  const names: HeaderName[] = ["Request-Id", "Service-Version", "RateLimit-Policy", "RateLimit", ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Where an answer names the time after which a repeat is welcome. */
const retried: readonly number[] = [429, 503];
/** What a write can be refused with, and is refused with again under the same Idempotency-Key. */
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

/** What a code means at a status: the table's sentence, or the one for that other status. */
function meaningOf(code: ErrorCode, status: number): string {
  const entry: { status: number; otherStatuses?: Record<number, string> } = errorTable[code];
  return entry.otherStatuses?.[status] ?? errorMessages[code];
}

/** An answer with each code, as the document's components name them. */
export function errorExamples(): NamedExamples {
  const issues = [{ field: "amount.value", message: "must be a positive whole number of the smallest unit" }];
  const entries = Object.entries(errorTable).map(([code, { cause }]) => {
    const error = new TillError(code as ErrorCode, code === "params_validation" ? { issues } : {});
    return [code, { summary: cause, value: presentError(error) }] as const;
  });
  return Object.fromEntries(entries);
}
