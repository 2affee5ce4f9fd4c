import { corsHeaders, preflightHeaders, requestHeaders } from "#lib/api/cors.ts";
import { isMember } from "#lib/api/credential.ts";
import type { Route } from "#lib/api/define-route.ts";
import { refuseAfterDraining } from "#lib/api/draining.ts";
import type { ApiRequest, ApiResult } from "#lib/api/http.ts";
import { countRefused, refuseRepeated } from "#lib/api/rate-limit/admission.ts";
import { renderError } from "#lib/api/render-error.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { requestIdOf } from "#lib/api/request-id.ts";
import type { Match, RouteTable } from "#lib/api/route-table.ts";
import { versionHeaders, versionOfRefusal } from "#lib/api/version.ts";
import { type ErrorCode, type Issue, TillError } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { doAs, type Work } from "#lib/db/work.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { HttpError } from "#lib/edge/http-error.ts";
import { quotaHeaders } from "#lib/edge/quota-headers.ts";
import { metrics } from "#lib/log/metrics.ts";

/** The code and the refused fields of an error, with their rules. */
type Refusal = { code: ErrorCode; issues: readonly Issue[] };
type Handled = ApiResult & { refusal: Refusal | null };
type Answered = {
  atMs: number;
  startedMs: number;
  requestId: string;
  path: string;
  answer: Pick<Handled, "status" | "refusal">;
  version: ServiceVersion;
};

const ascii = /^[\x20-\x7e]*$/;

/**
 * Handles one request to `/v1`: finds the route, runs it, and adds the headers that every response has. Never throws, and
 * always responds with JSON.
 */
export async function handleRequest(table: RouteTable, request: ApiRequest): Promise<ApiResult> {
  const requestId = requestIdOf(request);
  const match = table.match(request.method, request.path);
  if (request.method === "OPTIONS" && match.kind === "wrong_method") {
    const { "content-type": _, ...common } = commonHeaders(request, requestId);
    const headers = { ...common, ...preflightHeaders(request, keyHeadersAt(table, request.path)), allow: match.allow };
    return { status: 204, headers, body: null };
  }
  const context: RequestContext = {
    version: null,
    quota: null,
    isAdmitted: false,
    isRepeated: false,
    credential: null,
  };
  const atMs = Date.now();
  const startedMs = performance.now();
  const handled = await runRoute(match, request, context).catch(async (thrown: unknown): Promise<Handled> => {
    const operationId = match.kind === "found" ? match.route.operation.operationId : "none";
    const refused = await countRefused(request, context, thrown);
    const { error, ...answer } = renderError(refused, { requestId, operationId, isClientGone: request.isGone });
    return { ...answer, refusal: toRefusal(error) };
  });
  const { headers, refusal, ...answer } = handled;
  countRequest(match, handled, performance.now() - startedMs);
  const version = context.version ?? versionOfRefusal(request, context.credential?.serviceVersion ?? null);
  logRequest(request, context, {
    atMs,
    startedMs,
    requestId,
    path: pathToLog(request, match),
    answer: handled,
    version,
  });
  const quota = context.quota === null ? {} : quotaHeaders(context.quota, Date.now());
  // Built last: ten thousand long polls may be open at once, and none needs its headers until it ends.
  return {
    ...answer,
    headers: {
      ...commonHeaders(request, requestId),
      ...versionHeaders(version),
      ...quota,
      ...headers,
      ...(context.isRepeated ? { connection: "close" } : {}),
    },
  };
}

function countRequest(match: Match, { status, refusal }: Answered["answer"], durationMs: number): void {
  const operation = match.kind === "found" ? match.route.operation.operationId : "none";
  metrics().requests.observe({ operation, status }, durationMs / 1_000);
  if (refusal !== null) metrics().errors.inc({ operation, code: refusal.code });
}

function keyHeadersAt(table: RouteTable, path: string): string[] {
  const match = table.match("GET", path);
  const header = match.kind === "found" ? match.route.operation.keyHeader : undefined;
  return header === undefined ? [] : [header];
}

/** Adds a request with a valid key to the partner's request log. A member's is not the traffic of an integration. */
function logRequest(request: ApiRequest, { credential }: RequestContext, answered: Answered): void {
  if (credential === null || isMember(credential)) return;
  const { atMs, startedMs, requestId, path, answer, version: serviceVersion } = answered;
  requestLog().push({
    partnerId: credential.partnerId,
    apiKeyId: credential.keyId,
    atMs,
    method: request.method,
    path,
    query: request.query,
    status: answer.status,
    code: answer.refusal?.code ?? null,
    issues: answer.refusal?.issues ?? [],
    serviceVersion,
    durationMs: performance.now() - startedMs,
    requestId,
  });
}

/** Leaves out the token of a refund's link, of which the database has the hash only, however the path is encoded. */
function pathToLog({ path }: ApiRequest, match: Match): string {
  if (match.kind !== "found" || match.params.token === undefined) return path;
  return match.route.operation.path.replace("{token}", "…");
}

function toRefusal({ code, issues = [] }: { code: ErrorCode; issues?: readonly Issue[] | undefined }): Refusal {
  return { code, issues };
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

async function runRoute(match: Match, request: ApiRequest, context: RequestContext): Promise<Handled> {
  refuseAfterDraining();
  refuseRepeated(request, context);
  if (match.kind === "not_found") throw new TillError("not_found");
  if (match.kind === "wrong_method") {
    throw new HttpError("invalid_params", {
      status: 405,
      message: `This path doesn't support ${request.method}. Use ${match.allow}.`,
      headers: { allow: match.allow },
    });
  }
  refuseUnreadableHeaders(request, match.route.operation.keyHeader);
  const { operation, run } = match.route;
  const { status, body, isReplay } = await doAs(workOf(operation), () => run(request, match.params, context));
  const replayed = isReplay ? { "idempotent-replayed": "true" } : {};
  // Only a refusal that is remembered for an Idempotency-Key comes as text.
  const refusal = status >= 400 ? toRefusal(JSON.parse(body)) : null;
  return { status, headers: { ...deprecationHeaders(match.route.operation), ...replayed }, body, refusal };
}

const buyersWork: Work = { kind: "gateway" };
const partnersWork: Work = { kind: "merchant" };

/** Status reads are with the buyers': a shop's page waits for them. */
function workOf({ audience, path }: Route["operation"]): Work {
  return audience === "gateway" || path.endsWith("/status") ? buyersWork : partnersWork;
}

/** Only headers that the API takes: a proxy may add others, such as the visitor's city, that the client can't change. */
function refuseUnreadableHeaders(request: ApiRequest, keyHeader: string | undefined): void {
  for (const name of keyHeader === undefined ? requestHeaders : [...requestHeaders, keyHeader]) {
    if (ascii.test(request.header(name.toLowerCase()) ?? "")) continue;
    const message = `The ${name} header has characters that aren't visible ASCII. Remove or encode them.`;
    throw new TillError("header_not_ascii", { message });
  }
}

function deprecationHeaders({ deprecated }: Route["operation"]): Record<string, string> {
  if (deprecated === undefined) return {};
  const link = `<${deprecated.successor}>; rel="successor-version"`;
  return { deprecation: `@${deprecated.sinceUnixSeconds}`, link };
}
