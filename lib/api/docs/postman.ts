import { reference } from "#lib/api/openapi/build-reference.ts";
import type { ExampleDoc, OperationDoc } from "#lib/api/schemas/reference.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const variables = { API_KEY: "apiKey", MERCHANT_ID: "merchantId", APP_ID: "appId" };

/**
 * The API of a version as a Postman collection, format 2.1: a folder for each group, and a request for each
 * operation with its first example. Keys and ids are variables of the collection.
 */
export function postmanCollection(version: ServiceVersion): object {
  const { groups, baseUrl } = reference(version);
  return {
    info: { name: `Till ${version}`, schema },
    variable: [{ key: "baseUrl", value: baseUrl }, ...Object.values(variables).map((key) => ({ key, value: "" }))],
    item: groups.map(({ name, description, operations }) => ({
      name,
      description,
      item: operations.flatMap((operation) =>
        operation.examples.slice(0, 1).map((example) => request(operation, example, version)),
      ),
    })),
  };
}

function request({ method, summary, description }: OperationDoc, example: ExampleDoc, version: ServiceVersion) {
  const { target, headers, body } = example.request;
  const all = {
    ...headers,
    "Service-Version": version,
    ...(body === null ? {} : { "Content-Type": "application/json" }),
  };
  return {
    name: summary,
    request: {
      method,
      description,
      url: `{{baseUrl}}${target}`,
      header: Object.entries(all).map(([key, value]) => ({ key, value: placeholder(value) })),
      ...(body === null ? {} : { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
    },
  };
}

/** Postman's spelling of a variable, or of a new value for each request. */
function placeholder(value: string): string {
  if (value.startsWith("$(")) return "{{$guid}}";
  const name = variables[value.slice(1) as keyof typeof variables];
  return value.startsWith("$") && name !== undefined ? `{{${name}}}` : value;
}
