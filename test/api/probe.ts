import type { Parameter } from "#lib/api/openapi/parameters.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";
import type { AnyRequest } from "#test/api/any-request.ts";
import { bodyValidator, parameterValidator, shownOperation } from "#test/api/document.ts";
import { commonFaults, faultsOf } from "#test/api/faults-of.ts";
import type { Operation } from "#test/api/operations.ts";
import type { Answer, Send } from "#test/api/start-api.ts";

const table = createRouteTable(allRoutes);

/** Sends a request to an operation and returns the ways in which the exchange breaks the contract. */
export async function probe(
  send: Send,
  { method }: Operation,
  { path, query, body, headers }: AnyRequest,
): Promise<{ answer: Answer; faults: string[] }> {
  const answer = await send(method, path + query, body ?? undefined, headers);
  // A filled-in path may match another operation, or none.
  const match = table.match(method, new URL(`http://till.example${path}`).pathname);
  if (match.kind !== "found")
    return { answer, faults: [...commonFaults(answer), ...unlessNowhere(answer, match.kind)] };
  const { operation } = match.route;
  const version = versionOf(answer);
  const faults = [...faultsOf(version, operation, answer), ...(answer.status >= 500 ? [`${answer.status}`] : [])];
  if (answer.status >= 300) return { answer, faults };
  return { answer, faults: [...faults, ...undocumented(version, operation, query, body)] };
}

function unlessNowhere({ status, body }: Answer, kind: "not_found" | "wrong_method"): string[] {
  const said = `${status} ${body.code}`;
  return said === (kind === "not_found" ? "404 not_found" : "405 invalid_params") ? [] : [said];
}

function versionOf({ headers }: Answer): ServiceVersion {
  return serviceVersions.find((version) => version === headers.get("service-version")) ?? "2026-02-18";
}

/** Values that were accepted although the reference doesn't allow them. */
function undocumented(version: ServiceVersion, operation: Operation, query: string, body: string | null): string[] {
  const { requestBody, parameters } = shownOperation(version, operation);
  const given = new URLSearchParams(query);
  const inQuery = parameters.flatMap((parameter, index) => {
    if (parameter.in !== "query" || !given.has(parameter.name)) return [];
    return parameterValidator(version, operation, index)(readParameter(parameter, given.getAll(parameter.name)));
  });
  // A byte order mark isn't part of the text (RFC 8259, 8.1).
  const inBody =
    !body || requestBody === undefined
      ? []
      : bodyValidator(version, operation)(JSON.parse(body.replace(/^\uFEFF/, "")));
  return [...inQuery, ...inBody].map((fault) => `accepted against the reference: ${JSON.stringify(fault)}`);
}

/** A parameter's value as its schema sees it; lists may be repeated, comma-separated, or both. */
function readParameter({ schema }: Parameter, texts: string[]): unknown {
  if (schema.type === "array") return texts.flatMap((text) => text.split(","));
  const [text = ""] = texts;
  if (schema.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return schema.type === "integer" && /^\d+$/.test(text) ? Number(text) : text;
}
