import { randomUUID } from "node:crypto";
import { TillError } from "#lib/core/errors.ts";
import { errorHeaders, presentError, refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { isStorable, parseJson } from "#lib/edge/parse-json.ts";
import { readBody } from "#lib/edge/read-body.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/**
 * Rejects requests from other sites, in addition to the cookie's SameSite: browsers name the origin of a POST, and JSON
 * needs a CORS preflight, which the service never answers.
 * @throws TillError `forbidden`.
 */
export function requireOwnOrigin(request: Request): void {
  const isOwn = request.headers.get("origin") === new URL(env().PUBLIC_URL).origin;
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
  if (isOwn && isJson) return;
  throw new TillError("forbidden", { message: "This endpoint only accepts requests from the dashboard's own pages." });
}

/** Reads the input of a procedure: the body of a POST, otherwise `?input=`. @throws TillError `invalid_params`. */
export async function readInput(request: Request): Promise<unknown> {
  const isPost = request.method === "POST";
  const text = isPost ? await readBody(request.body) : (new URL(request.url).searchParams.get("input") ?? "{}");
  const input = parseJson(text);
  if (isStorable(input)) return input;
  throw new TillError("invalid_params", { message: "The input contains a character that can't be stored. Remove it." });
}

/** An error in the shape of the API's. Unexpected errors are logged, and the response carries only an id to find them by. */
export function errorResponse(error: unknown, name: string): Response {
  const refusal = refusalOf(error);
  if (refusal !== null) return jsonResponse(statusOf(refusal), { error: presentError(refusal) }, errorHeaders(refusal));
  const requestId = randomUUID();
  log().error({ err: error, name, requestId }, "dashboard procedure failed");
  const message = `Something went wrong. Try again. If it keeps failing, send your operator this ID: ${requestId}`;
  return jsonResponse(500, { error: { code: "internal_error", message } });
}

/** A JSON response that no cache stores. */
export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });
}
