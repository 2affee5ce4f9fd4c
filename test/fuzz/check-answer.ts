import { documents } from "#test/api/document.ts";
import { probe } from "#test/api/probe.ts";
import type { Answer } from "#test/api/start-api.ts";
import type { HttpRequest } from "./fuzz-request.ts";
import type { RawAnswer } from "./send.ts";

/** The ways in which an answer is wrong; empty when it may be like this. */
export async function faultsIn(request: HttpRequest, answer: RawAnswer): Promise<string[]> {
  if (answer.status >= 500) return [`status ${answer.status}`];
  const hasPolicy = answer.headers.get("content-security-policy") !== null;
  if (request.kind !== "api" && !hasPolicy) return ["no content security policy"];
  if (request.kind === "api") return faultsOfApi(request, answer);
  return request.kind === "procedure" ? faultsOfProcedure(request, answer) : faultsOfPage(answer);
}

/** The path of a request that the server refuses before any route sees it, with the statuses of such refusals. */
const refusedEarly = [400, 404, 413, 431];

async function faultsOfApi(request: HttpRequest, answer: RawAnswer): Promise<string[]> {
  const { method, target, headers, body, operation } = request;
  const type = answer.headers.get("content-type") ?? "";
  if (method === "HEAD" || answer.status === 204) return answer.text === "" ? [] : ["a body where there must be none"];
  const parsed = parse(answer.text);
  if (parsed === null || !type.startsWith("application/json")) return [`not JSON: ${type}`];
  if (answer.headers.get("connection") === "close" && refusedEarly.includes(answer.status))
    return faultsOfRefusal(parsed);
  if (operation === undefined) return answer.status < 400 ? [] : faultsOfRefusal(parsed);
  const [path = "", query] = target.split("?", 2);
  const sent = { path, query: query === undefined ? "" : `?${query}`, body, headers };
  const { faults } = await probe(async (): Promise<Answer> => ({ ...answer, body: parsed }), operation, sent);
  return faults;
}

function faultsOfProcedure({ method, target }: HttpRequest, { status, headers, text }: RawAnswer): string[] {
  const isProcedure = /^\/(?:enter|dashboard\/data)\/[\w.]+(?:\?|$)/.test(target);
  // The framework answers where no route handler is, or none of this method.
  if (!isProcedure || (method === "GET" && target.startsWith("/enter/"))) return [];
  const parsed = parse(text);
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  if (parsed === null || !isJson) return [`not JSON: ${headers.get("content-type")}`];
  if (headers.get("cache-control") !== "no-store") return ["may be cached"];
  return status < 400 ? [] : faultsOfRefusal((parsed.error as Record<string, unknown> | undefined) ?? parsed);
}

function faultsOfPage({ headers }: RawAnswer): string[] {
  return headers.get("x-powered-by") === null ? [] : ["names the framework"];
}

const codes = new Set(documents["2026-02-18"].components.schemas.Error?.properties === undefined ? [] : codesOf());

function codesOf(): unknown[] {
  const code = documents["2026-02-18"].components.schemas.Error?.properties?.code as { enum?: unknown[] } | undefined;
  return code?.enum ?? [];
}

function faultsOfRefusal({ code, message }: Record<string, unknown>): string[] {
  if (!codes.has(code)) return [`unknown code ${code}`];
  return typeof message === "string" && message !== "" ? [] : ["an error without a message"];
}

/** Null for anything that isn't a JSON object. */
function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The faults in the bytes that came back over a raw connection. */
export function faultsInBytes(received: string, mustAnswer: boolean): string[] {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  if (received !== "" && !received.startsWith("HTTP/1.1 ")) return ["bytes that aren't HTTP"];
  if (mustAnswer && statuses.length === 0) return ["no answer"];
  return statuses.filter((status) => status >= 500).map((status) => `status ${status}`);
}
