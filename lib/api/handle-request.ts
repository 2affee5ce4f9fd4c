import { randomUUID } from "node:crypto";
import { corsHeaders, preflightHeaders } from "#lib/api/cors.ts";
import type { Route } from "#lib/api/define-route.ts";
import { refuseAfterDraining } from "#lib/api/draining.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { countRefused } from "#lib/api/rate-limit/admission.ts";
import { renderError } from "#lib/api/render-error.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import type { Match, RouteTable } from "#lib/api/route-table.ts";
import { versionOfRefusal } from "#lib/api/version.ts";
import { TillError } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { beforeRefusal } from "#lib/domain/platform/rate-limit/slow-refusal.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { HttpError } from "#lib/edge/http-error.ts";
import { quotaHeaders } from "#lib/edge/quota-headers.ts";
import { metrics } from "#lib/log/metrics.ts";

type Answered = { atMs: number; startedMs: number; requestId: string; answer: Pick<ApiResult, "status" | "body"> };

const safeRequestId = /^[A-Za-z0-9._:+/=-]{1,128}$/;
const ascii = /^[\x20-\x7e]*$/;

/**
 * Handles one request to `/v1`: finds the route, runs it, and adds the headers that every response has. Never throws, and
 * always responds with JSON.
 */
export async function handleRequest(table: RouteTable, request: ApiRequest): Promise<ApiResult> {
  const requestId = requestIdOf(request);
  const match = table.match(request.method, request.path);
  if (request.method === "OPTIONS" && match.kind !== "not_found") {
    const { "content-type": _, ...headers } = commonHeaders(request, requestId);
    return { status: 204, headers: { ...headers, ...preflightHeaders(keyHeadersAt(table, request.path)) }, body: null };
  }
  const context: RequestContext = { version: null, quota: null, isAdmitted: false, key: null };
  const atMs = Date.now();
  const startedMs = performance.now();
  const { headers, ...answer } = await runRoute(match, request, context).catch(async (error: unknown) => {
    const operationId = match.kind === "found" ? match.route.operation.operationId : "none";
    const refused = await countRefused(request, context, error);
    return renderError(refused, { requestId, operationId, isClientGone: request.isGone });
  });
  countRequest(match, answer, performance.now() - startedMs);
  logRequest(request, context, { atMs, startedMs, requestId, answer });
  if (answer.status === 429) await beforeRefusal();
  const version = context.version ?? versionOfRefusal(request, context.key?.serviceVersion ?? null);
  const quota = context.quota === null ? {} : quotaHeaders(context.quota, Date.now());
  // Built last: ten thousand long polls may be open at once, and none needs its headers until it ends.
  return {
    ...answer,
    headers: { ...commonHeaders(request, requestId), ...versionHeaders(version), ...quota, ...headers },
  };
}

function countRequest(match: Match, { status, body }: Pick<ApiResult, "status" | "body">, durationMs: number): void {
  const operation = match.kind === "found" ? match.route.operation.operationId : "none";
  metrics().requests.observe({ operation, status }, durationMs / 1_000);
  if (status >= 400) metrics().errors.inc({ operation, code: refusalOf(body).code });
}

function keyHeadersAt(table: RouteTable, path: string): string[] {
  const match = table.match("GET", path);
  const header = match.kind === "found" ? match.route.operation.keyHeader : undefined;
  return header === undefined ? [] : [header];
}

/** Adds a request with a valid key to the partner's request log. */
function logRequest(
  { method, path, query }: ApiRequest,
  { key }: RequestContext,
  { atMs, startedMs, requestId, answer }: Answered,
): void {
  if (key === null) return;
  const { partnerId, keyId: apiKeyId } = key;
  const { status, body } = answer;
  const { code, fields } = status >= 400 ? refusalOf(body) : { code: null, fields: [] };
  const durationMs = performance.now() - startedMs;
  requestLog().push({
    partnerId,
    apiKeyId,
    atMs,
    method,
    path: withoutToken(path),
    query,
    status,
    code,
    fields,
    durationMs,
    requestId,
  });
}

/** Leaves out the token of a refund's link, of which the database has the hash only. */
function withoutToken(path: string): string {
  return path.replace(/^(\/v1\/refund-requests\/)[^/]+/, "$1…");
}

/** The code and the refused fields of an error body, which may be one stored for an Idempotency-Key. */
function refusalOf(body: string | null): { code: string; fields: string[] } {
  const { code, issues = [] } = JSON.parse(body ?? "{}") as { code: string; issues?: { field: string }[] };
  return { code, fields: issues.map(({ field }) => field) };
}

function commonHeaders(request: ApiRequest, requestId: string) {
  return {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "request-id": requestId,
    ...corsHeaders(request),
  };
}

/** Under our own name and the one that existing clients read. */
function versionHeaders(version: ServiceVersion) {
  return { "service-version": version, "wcp-version": version };
}

async function runRoute(match: Match, request: ApiRequest, context: RequestContext): Promise<ApiResult> {
  refuseAfterDraining();
  if (match.kind === "not_found") throw new TillError("not_found");
  if (match.kind === "wrong_method") {
    throw new HttpError("invalid_params", {
      status: 405,
      message: `This path doesn't support ${request.method}. Use ${match.allow}.`,
      headers: { allow: match.allow },
    });
  }
  for (const text of request.headerTexts()) if (!ascii.test(text)) throw new TillError("header_not_ascii");
  const { status, body, isReplay } = await match.route.run(request, match.params, context);
  const replayed = isReplay ? { "idempotent-replayed": "true" } : {};
  return { status, headers: { ...deprecationHeaders(match.route.operation), ...replayed }, body };
}

function deprecationHeaders({ deprecated }: Route["operation"]): Record<string, string> {
  if (deprecated === undefined) return {};
  const link = `<${deprecated.successor}>; rel="successor-version"`;
  return { deprecation: `@${deprecated.sinceUnixSeconds}`, link };
}

function requestIdOf(request: ApiRequest): string {
  const given = request.header("request-id");
  return given !== undefined && safeRequestId.test(given) ? given : randomUUID();
}
