import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { buildOpenApi, type OpenApiDocument, type OpenApiOperation } from "#lib/api/openapi/build-openapi.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import type { Operation } from "#test/api/operations.ts";

/** The OpenAPI documents of both versions. */
export const documents = Object.fromEntries(
  serviceVersions.map((version) => [version, buildOpenApi(version, "https://pay.example.com")]),
) as Record<ServiceVersion, OpenApiDocument>;

const checkers = Object.fromEntries(
  serviceVersions.map((version) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addVocabulary(Object.keys(documents[version]));
    return [version, ajv.addSchema(documents[version], "document")];
  }),
) as Record<ServiceVersion, Ajv2020>;

const compiled = new Map<string, ValidateFunction>();

/** Creates a strict validator against the schema at a path in a document. The validator returns the problems. */
export function validator(version: ServiceVersion, ...place: (string | number)[]): (value: unknown) => unknown[] {
  const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")));
  const $ref = `document#/${pointer.join("/")}`;
  const known = compiled.get(version + $ref);
  const check = known ?? checkers[version].compile({ $ref });
  compiled.set(version + $ref, check);
  return (value) => (check(value) ? [] : (check.errors ?? []));
}

/** Returns the document's entry of an operation. @throws Error if it has none. */
export function shownOperation(version: ServiceVersion, operation: Operation): OpenApiOperation {
  const shown = documents[version].paths[operation.path]?.[operation.method.toLowerCase()];
  if (shown === undefined) throw new Error(`${operation.operationId} is not in the document of ${version}`);
  return shown;
}

const schemaOfBody = ["content", "application/json", "schema"] as const;
const placeOf = ({ path, method }: Operation) => ["paths", path, method.toLowerCase()];

/** A validator of request bodies. */
export function bodyValidator(version: ServiceVersion, operation: Operation) {
  return validator(version, ...placeOf(operation), "requestBody", ...schemaOfBody);
}

/** A validator of response bodies. */
export function answerValidator(version: ServiceVersion, operation: Operation, status: number | string) {
  return validator(version, ...placeOf(operation), "responses", status, ...schemaOfBody);
}

/** A validator of a parameter's values, by its index in the document. */
export function parameterValidator(version: ServiceVersion, operation: Operation, index: number) {
  return validator(version, ...placeOf(operation), "parameters", index, "schema");
}
