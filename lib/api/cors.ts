import type { ApiRequest } from "#lib/api/http.ts";
import { env } from "#lib/env/env.ts";

/** The headers that the API takes. */
export const requestHeaders = [
  "Content-Type",
  "Api-Key",
  "App-Id",
  "Client-Id",
  "Merchant-Id",
  "Idempotency-Key",
  "Request-Id",
  "Service-Version",
  "WCP-Version",
  "Api-Version",
  "Sdk-Name",
  "Sdk-Version",
  "Sdk-Platform",
];

/** The headers of responses that scripts may read. */
const exposedHeaders = [
  "Request-Id",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Service-Version",
  "WCP-Version",
  "Idempotent-Replayed",
  "Deprecation",
  "Link",
];

/**
 * The CORS headers of a response: the gateway allows any origin, because wallets run in browsers; merchant endpoints
 * allow only the configured origins.
 */
export function corsHeaders(request: Pick<ApiRequest, "path" | "header">): Record<string, string> {
  const origin = allowedOrigin(request);
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposedHeaders.join(", "),
    ...(origin === "*" ? {} : { vary: "Origin" }),
  };
}

/** A list of header names, as browsers send it. */
const headerNames = /^[!#$%&'*+.^_`|~0-9a-z-]+(?:\s*,\s*[!#$%&'*+.^_`|~0-9a-z-]+)*$/i;

/**
 * The headers of a preflight response in addition to {@link corsHeaders}. Every header that the browser asks
 * for is allowed: tools that observe a wallet's page, such as tracers, add headers of their own to its
 * requests, and the API ignores them.
 * @param keyHeaders further headers that the path's operations take a key in.
 */
export function preflightHeaders(
  request: Pick<ApiRequest, "header">,
  keyHeaders: readonly string[],
): Record<string, string> {
  const asked = request.header("access-control-request-headers") ?? "";
  return {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": headerNames.test(asked) ? asked : [...requestHeaders, ...keyHeaders].join(", "),
    "access-control-max-age": "86400",
  };
}

function allowedOrigin(request: Pick<ApiRequest, "path" | "header">): string | null {
  if (request.path.startsWith("/v1/gateway/")) return "*";
  const origin = request.header("origin");
  return origin !== undefined && env().CORS_MERCHANT_ORIGINS.includes(origin) ? origin : null;
}
