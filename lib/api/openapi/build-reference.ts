import type { Route } from "#lib/api/define-route.ts";
import { buildOpenApi, type OpenApiDocument, type OpenApiOperation } from "#lib/api/openapi/build-openapi.ts";
import { codeSamples, uniqueValue } from "#lib/api/openapi/code-samples.ts";
import { exampleTarget } from "#lib/api/openapi/curl.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { componentOf, fieldDocs, parameterDoc, type Resolve, typeWords } from "#lib/api/openapi/field-docs.ts";
import { byPlace, groups } from "#lib/api/openapi/groups.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import type { ErrorDoc, ExampleDoc, OperationDoc, ReferenceDoc } from "#lib/api/schemas/reference.ts";
import { pinnedVersion } from "#lib/api/version.ts";
import { type ErrorCode, errorMessages } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { errorTable } from "#lib/edge/error-table.ts";
import { env } from "#lib/env/env.ts";

type AnyOperation = Route["operation"];

function buildReference(version: ServiceVersion, baseUrl: string): ReferenceDoc {
  const document = buildOpenApi(version, baseUrl);
  const operations = allRoutes.map(({ operation }) => operation).toSorted(byPlace);
  return {
    version,
    baseUrl,
    objects: objectDocs(document),
    groups: groups.map(({ name, description }) => ({
      id: name.toLowerCase().replaceAll(" ", "-"),
      name,
      description,
      operations: operations
        .filter(({ group }) => group === name)
        .map((operation) => operationDoc(operation, version, document, baseUrl)),
    })),
  };
}

/** The base URL in the examples, which a page replaces by its installation's own. */
const exampleUrl = "https://pay.example.com";

const built = new Map<ServiceVersion, ReferenceDoc>();

/** The content of the reference pages for a version, built once per process with the installation's own URL. */
export function reference(version: ServiceVersion): ReferenceDoc {
  const made = built.get(version) ?? buildReference(version, env().PUBLIC_URL);
  built.set(version, made);
  return made;
}

/** Every error code, as the errors page shows it. */
export function errorDocs(): ErrorDoc[] {
  return Object.entries(errorTable).map(([code, entry]) => {
    const { status, cause, remedy } = entry;
    const message = errorMessages[code as ErrorCode];
    const others = "otherStatuses" in entry ? Object.entries(entry.otherStatuses) : [];
    const statuses = others.map(([other, meaning]) => ({ status: Number(other), meaning }));
    return { code, statuses: [{ status, meaning: message }, ...statuses], message, cause, remedy };
  });
}

function operationDoc(
  operation: AnyOperation,
  version: ServiceVersion,
  document: OpenApiDocument,
  baseUrl: string,
): OperationDoc {
  const shown = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (shown === undefined) throw new Error(`${operation.operationId} is not in the document`);
  const resolve: Resolve = (schema) => resolveIn(document, schema);
  const parameters = (place: string) =>
    shown.parameters.filter((one) => one.in === place).map((one) => parameterDoc(one, resolve));
  const body = shown.requestBody;
  const answer = shown.responses[operation.response.status]?.content["application/json"].schema ?? {};
  return {
    id: shown.operationId,
    method: operation.method,
    path: operation.path,
    summary: shown.summary,
    description: shown.description ?? "",
    permission: shown["x-permission"],
    credentials: shown.security.map((schemes) => Object.keys(schemes)),
    isDeprecated: shown.deprecated === true,
    headers: parameters("header"),
    params: parameters("path"),
    query: parameters("query"),
    body: body === undefined ? null : { isRequired: body.required, fields: bodyFields(body, resolve) },
    response: {
      status: operation.response.status,
      type: typeWords(answer, resolve),
      fields: fieldDocs(answer, resolve),
    },
    errors: errorsOf(shown),
    examples: examplesOf(operation, version).map((example) => exampleDoc(operation, baseUrl, version, example)),
  };
}

function bodyFields({ content }: NonNullable<OpenApiOperation["requestBody"]>, resolve: Resolve) {
  return fieldDocs(content["application/json"].schema, resolve);
}

function resolveIn({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
  return components.schemas[componentOf(schema) ?? ""] ?? schema;
}

function objectDocs(document: OpenApiDocument): ReferenceDoc["objects"] {
  return Object.entries(document.components.schemas)
    .filter(([, { type }]) => type === "object")
    .map(([name, schema]) => ({ name, fields: fieldDocs(schema, (part) => resolveIn(document, part)) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function errorsOf({ responses }: OpenApiOperation): OperationDoc["errors"] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => ({
      status: Number(status),
      codes: Object.keys(content["application/json"].examples ?? {}),
    }));
}

function exampleDoc(
  { method, path, audience, idempotency }: AnyOperation,
  baseUrl: string,
  version: ServiceVersion,
  example: ReturnType<typeof examplesOf>[number],
): ExampleDoc {
  const headers = {
    ...(audience === "gateway" ? { "App-Id": "$APP_ID" } : { "Api-Key": "$API_KEY" }),
    ...(audience === "merchant" ? { "Merchant-Id": "$MERCHANT_ID" } : {}),
    ...(idempotency === undefined ? {} : { "Idempotency-Key": uniqueValue }),
    // An account that isn't pinned to it would get another version.
    ...(version === pinnedVersion(null) ? {} : { "Service-Version": version }),
  };
  const response = JSON.stringify(example.response, null, 2).replaceAll(exampleUrl, baseUrl);
  const body = example.body === undefined ? null : JSON.stringify(example.body, null, 2);
  const target = exampleTarget(path, example);
  const request = { target, headers, body };
  return { name: example.name, request, samples: codeSamples({ method, baseUrl, ...request }), response };
}
