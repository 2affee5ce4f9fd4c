import { isDeepStrictEqual } from "node:util";
import { answerSchemaOf } from "#lib/api/versions/answers.ts";
import { isServiceVersion, type ServiceVersion } from "#lib/core/service-versions.ts";
import { answerValidator, shownOperation } from "#test/api/document.ts";
import type { Operation } from "#test/api/operations.ts";
import type { Answer } from "#test/api/start-api.ts";

/** Headers of HTTP, browsers and the connection. The document declares all others. */
const commonHeaders = new Set([
  ...["content-type", "content-length", "cache-control", "x-content-type-options", "vary"],
  ...["date", "connection", "keep-alive", "transfer-encoding"],
]);

/** Checks that every response has JSON, a version, a Request-Id and no caching. */
export function commonFaults({ headers, text }: Answer): string[] {
  return [
    ...(text === "" ? ["no body"] : []),
    ...(headers.get("content-type") === "application/json; charset=utf-8" ? [] : ["not JSON by its header"]),
    ...(headers.get("cache-control") === "no-store" ? [] : ["may be cached"]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["may be sniffed"]),
    ...(isServiceVersion(headers.get("wcp-version") ?? "") ? [] : ["no WCP-Version"]),
    ...(headers.get("service-version") === headers.get("wcp-version") ? [] : ["two versions"]),
    ...(/^[A-Za-z0-9._:+/=-]{1,128}$/.test(headers.get("request-id") ?? "") ? [] : ["no Request-Id"]),
  ];
}

/** The ways in which a response breaks the OpenAPI document of a version; empty if it conforms. */
export function faultsOf(version: ServiceVersion, operation: Operation, answer: Answer): string[] {
  const { status, body, headers } = answer;
  const common = commonFaults(answer);
  const declared = shownOperation(version, operation).responses[status];
  if (declared === undefined) return [...common, `undeclared: ${status} ${body.code}`];
  const known = new Set(Object.keys(declared.headers).map((name) => name.toLowerCase()));
  return [
    ...common,
    ...answerValidator(version, operation, status)(body).map((fault) => JSON.stringify(fault)),
    ...unknownFields(version, operation, answer).map((name) => `unknown field ${name}`),
    ...[...headers.keys()]
      .filter((name) => !known.has(name) && !commonHeaders.has(name) && !name.startsWith("access-control-"))
      .map((name) => `undeclared header ${name}`),
  ];
}

/** Response schemas allow more fields, for the sake of clients; the operation's parser shows that there are none. */
function unknownFields(version: ServiceVersion, operation: Operation, { status, body }: Answer): string[] {
  if (status !== operation.response.status)
    return Object.keys(body).filter((name) => !["code", "message", "issues"].includes(name));
  const parsed = answerSchemaOf(operation, version).safeParse(body);
  if (!parsed.success) return ["(not the operation's response)"];
  return isDeepStrictEqual(parsed.data, body) ? [] : ["(contains unknown fields)"];
}
