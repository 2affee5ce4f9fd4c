import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "#lib/api/path-of.ts";
import { isProbe } from "#lib/api/probes.ts";
import { refusalOfRequest } from "#lib/api/refusal.ts";
import { findExcessHeaders, findExcessParts } from "#lib/api/request-limits.ts";
import type { WebLimits } from "#lib/api/web-limits.ts";
import { TillError } from "#lib/core/errors.ts";
import { bodyLimitBytes } from "#lib/edge/read-body.ts";
import { findUnreadableCoding } from "#lib/edge/unreadable-coding.ts";

/** The destination of a request: the route table, a probe, the framework's pages, or nothing, because it was answered here. */
export type Entrance = "api" | "probe" | "page" | "refused";

/**
 * Decides where a request goes, before the framework has seen it, and refuses what neither the API nor a page takes:
 * - a request of HTTP/1.1 without Host: 400, and one that expects anything but `100-continue`: 417;
 * - more headers than anyone sends: 431;
 * - a page's path or query that is too long, or has too many parameters: 414, and too many or too large cookies: 431;
 * - a path in another form than the routes have (`/./v1`, `//v1`, `/%761`, `/v1/x/../y`), which would pass
 *   limits and logs by: 400;
 * - a page's body above 64 KiB, or without a length, before it arrives: 413;
 * - in production, the framework's own endpoints, except for static files: 404;
 * - a page or a file with a method that none takes, at some of which the framework fails: 405;
 * - a form with files, or with an encoding that nothing here reads: 415.
 *
 * `OPTIONS *` is answered here too. The header of the framework's server actions is removed, because there
 * are none, and so is Range, at some of which the framework fails, so that files are served whole. A page's
 * path with broken percent encoding gets the 404 page.
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, isFile, limits }: { dev: boolean; isFile: (path: string) => boolean; limits: WebLimits },
): Entrance {
  toOriginForm(request);
  const path = pathOf(request);
  if (lacksHost(request)) return refuse(request, response, 400, "The Host header is missing.");
  if (!isExpectable(request))
    return refuse(request, response, 417, "Remove the Expect header, or send 100-continue in it.");
  const excessHeaders = findExcessHeaders(request, limits);
  if (excessHeaders !== null) return refuse(request, response, excessHeaders.status, excessHeaders.message);
  if (isProbe(request)) return "probe";
  if (request.method === "OPTIONS" && path === "*") {
    response.writeHead(204, { allow: allMethods.join(", ") }).end();
    return "refused";
  }
  const decoded = decode(path);
  if (isApi(path)) {
    // Ids in a path may hold encoded slashes, as in a URL.
    if (decoded !== null && isPlain(path) && !hasDots(decoded)) return "api";
    return refuse(request, response, 400, abnormalPath);
  }
  const excess = findExcessParts(request, limits);
  if (excess !== null) return refuse(request, response, excess.status, excess.message);
  if (!path.startsWith("/") || (decoded !== null && !isPlain(decoded)) || isApi(decoded ?? "")) {
    return refuse(request, response, 400, abnormalPath);
  }
  if (!dev && path.startsWith("/_next/") && !path.startsWith("/_next/static/")) {
    return refuse(request, response, 404, "This path doesn't exist.");
  }
  const methods = isFile(path) ? fileMethods : pageMethods;
  if (!methods.includes(request.method ?? "")) {
    const allow = methods.join(", ");
    return refuse(request, response, 405, `This path doesn't support ${request.method}. Use ${allow}.`, { allow });
  }
  if (mayBeLong(request)) {
    return refuse(request, response, 413, `The body must have a Content-Length of at most ${bodyLimitBytes} bytes.`);
  }
  if (request.headers["content-type"]?.toLowerCase().startsWith("multipart/") === true) {
    return refuse(request, response, 415, "Forms are sent as application/x-www-form-urlencoded, and data as JSON.");
  }
  const unreadable = findUnreadableCoding((name) => [request.headers[name]].flat()[0]);
  if (request.method === "POST" && unreadable !== null) return refuse(request, response, 415, unreadable);
  delete request.headers["next-action"];
  delete request.headers.range;
  if (decoded === null) request.url = "/404";
  return "page";
}

const fileMethods = ["GET", "HEAD"];
const pageMethods = [...fileMethods, "POST"];
/** The answer to `OPTIONS *`, which asks about the server as a whole. */
const allMethods = [...pageMethods, "PUT", "PATCH", "DELETE", "OPTIONS"];

const absoluteForm = /^https?:\/\/([^/?#@\\\s]+)(?=([/?]|$))/i;

/**
 * Rewrites a target in absolute form, `GET http://host/path`, which every server has to accept (RFC 9112,
 * 3.2.2): to its path and query, with its host in place of the Host header's. Without a path, OPTIONS asks
 * about the server (3.2.4).
 */
function toOriginForm(request: IncomingMessage): void {
  const [prefix, host, next] = absoluteForm.exec(request.url ?? "") ?? [];
  if (prefix === undefined || host === undefined || !URL.canParse(prefix)) return;
  const rest = request.url?.slice(prefix.length) ?? "";
  const root = rest === "" && request.method === "OPTIONS" ? "*" : `/${rest}`;
  request.url = next === "/" ? rest : root;
  // HTTP/1.1 demands the header in any case.
  if (request.headers.host !== undefined) request.headers.host = host;
}

/**
 * Returns a function that is true for the path of a file that exists. Files come from disk, whereas pages,
 * the one for a missing file among them, are rendered, and logos are in the database.
 */
export function createIsFile(publicFiles: ReadonlySet<string>): (path: string) => boolean {
  return (path) => path.startsWith("/_next/static/") || publicFiles.has(path);
}

const abnormalPath = "The path isn't in its normal form. Remove empty segments, dots and needless encoding.";

function isApi(path: string): boolean {
  return path === "/v1" || path.startsWith("/v1/");
}

/** Null where the percent encoding is broken. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** True for a path without empty segments, dot segments and backslashes, which frameworks and proxies read differently. */
function isPlain(path: string): boolean {
  return !path.includes("//") && !path.includes("\\") && !hasDots(path);
}

function hasDots(path: string): boolean {
  return /\/\.{1,2}(?:\/|$)/.test(path);
}

function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined;
}

function isExpectable({ headers: { expect } }: IncomingMessage): boolean {
  return expect === undefined || expect.toLowerCase() === "100-continue";
}

function mayBeLong({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > bodyLimitBytes;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  more: Record<string, string> = {},
): "refused" {
  const { headers, body } = refusalOfRequest(new TillError("invalid_params", { message }), request);
  response.writeHead(status, { ...headers, ...more }).end(body);
  return "refused";
}
