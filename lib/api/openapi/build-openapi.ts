import type { Route } from "#lib/api/define-route.ts";
import { examplesOf } from "#lib/api/openapi/examples-of.ts";
import { byPlace, type GroupName, groups } from "#lib/api/openapi/groups.ts";
import { type Parameter, parametersOf } from "#lib/api/openapi/parameters.ts";
import {
  errorExamples,
  type NamedExamples,
  type Response,
  responseHeaders,
  responsesOf,
} from "#lib/api/openapi/responses.ts";
import type { JsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type Definitions, toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { type WebhookOperation, webhooksOf } from "#lib/api/openapi/webhooks.ts";
import type { Audience } from "#lib/api/operation.ts";
import { schemaIn, withoutBody } from "#lib/api/operation.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { errorTable } from "#lib/edge/error-table.ts";

type Security = Record<string, string[]>;

type RequestBody = {
  required: boolean;
  content: { "application/json": { schema: JsonSchema; examples?: NamedExamples } };
};

export type OpenApiOperation = {
  operationId: string;
  tags: GroupName[];
  summary: string;
  description?: string;
  deprecated?: true;
  security: Security[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  "x-permission": string;
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: ServiceVersion;
    summary: string;
    description: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  /** The requests that partners' webhook endpoints receive, by the event's type. */
  webhooks: Record<string, { post: WebhookOperation }>;
  components: {
    schemas: Definitions;
    examples: NamedExamples;
    headers: typeof responseHeaders;
    securitySchemes: typeof securitySchemes;
  };
};

type AnyOperation = Route["operation"];

const inHeader = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const;

const securitySchemes = {
  "Api-Key": inHeader("Api-Key", "A partner's secret key. It grants access to the whole account."),
  "X-Api-Key": inHeader("X-Api-Key", "The same key, under the name that existing clients of deprecated paths send."),
  "Merchant-Id": inHeader("Merchant-Id", "The merchant to act for. It must belong to the key's partner."),
  "App-Id": inHeader("App-Id", "The public id of a wallet's app."),
  "Client-Id": inHeader("Client-Id", "The app's client; optional, for information only."),
};

const security: Record<Audience, Security[]> = {
  partner: [{ "Api-Key": [] }],
  "partner-or-merchant": [{ "Api-Key": [] }],
  merchant: [{ "Api-Key": [], "Merchant-Id": [] }],
  gateway: [{ "App-Id": [] }, { "App-Id": [], "Client-Id": [] }, { "Api-Key": [] }],
};

const errorSchema: JsonSchema = {
  type: "object",
  description: "The body of every error response. The list of codes is closed.",
  properties: {
    code: { type: "string", enum: Object.keys(errorTable), description: "The machine-readable reason." },
    message: { type: "string", description: "The human-readable reason. Its wording may change." },
    issues: {
      type: "array",
      description: "The invalid fields, at most the first twenty; present with params_validation.",
      items: {
        type: "object",
        properties: {
          field: {
            type: "string",
            description: "A dotted path, such as settlements.0.asset; empty for the whole value.",
          },
          message: { type: "string", description: "The rule that the field breaks." },
        },
        required: ["field", "message"],
      },
    },
  },
  required: ["code", "message"],
};

/**
 * Builds the OpenAPI 3.1 document of a version from the operation objects that also serve requests.
 * @param serverUrl the base URL of the API, without a trailing slash.
 */
export function buildOpenApi(version: ServiceVersion, serverUrl: string): OpenApiDocument {
  const definitions: Definitions = {};
  const paths: OpenApiDocument["paths"] = {};
  const operations = allRoutes.map(({ operation }) => operation);
  for (const operation of operations.toSorted(byPlace)) {
    const methods = paths[operation.path] ?? {};
    methods[operation.method.toLowerCase()] = presentOperation(operation, version, definitions);
    paths[operation.path] = methods;
  }
  const webhooks = webhooksOf(version, definitions);
  const schemas = { Error: errorSchema, ...definitions };
  return {
    openapi: "3.1.0",
    info: {
      title: "Till",
      version,
      summary: "Stablecoin payments, settled to the merchant's own wallet.",
      description:
        "Create a payment with your server's key, send the buyer to its link, and follow its status by polling or webhooks. Wallets use the gateway with an App-Id.",
      contact: { name: "Till documentation", url: `${serverUrl}/docs` },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: { schemas, examples: errorExamples(operations), headers: responseHeaders, securitySchemes },
  };
}

function presentOperation(
  operation: AnyOperation,
  version: ServiceVersion,
  definitions: Definitions,
): OpenApiOperation {
  const { operationId, group, summary, description, permission, audience, deprecated, keyHeader } = operation;
  const requestBody = bodyOf(operation, version, definitions);
  return {
    operationId,
    tags: [group],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    security: keyHeader === undefined ? security[audience] : [...security[audience], { "X-Api-Key": [] }],
    parameters: parametersOf(operation, version, definitions),
    ...(requestBody === null ? {} : { requestBody }),
    responses: responsesOf(operation, version, definitions),
    "x-permission": permission,
  };
}

/** Null for an operation that takes no body. */
function bodyOf(operation: AnyOperation, version: ServiceVersion, definitions: Definitions): RequestBody | null {
  const schema = schemaIn(version, operation.body);
  if (schema === withoutBody) return null;
  const examples: NamedExamples = Object.fromEntries(
    examplesOf(operation, version)
      .filter(({ body }) => body !== undefined)
      .map(({ name, body }) => [name, { summary: name, value: body }]),
  );
  const json = toJsonSchema(schema, "input", definitions);
  const content = { "application/json": { schema: json, ...(Object.keys(examples).length > 0 ? { examples } : {}) } };
  return { required: !schema.safeParse(undefined).success, content };
}
