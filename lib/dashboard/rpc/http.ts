import { randomUUID } from "node:crypto";
import { TillError } from "#lib/core/errors.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** Larger than any form of the dashboard. */
const maxInputCharacters = 65_536;

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
  const text =
    request.method === "POST" ? await request.text() : (new URL(request.url).searchParams.get("input") ?? "{}");
  if (text.length > maxInputCharacters) throw new TillError("invalid_params", { status: 413 });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TillError("invalid_params", { cause: error });
  }
}

/** An error in the shape of the API's. Unexpected errors are logged, and the response carries only an id to find them by. */
export function errorResponse(error: unknown, name: string): Response {
  if (error instanceof TillError) {
    const { code, message, issues, headers } = error;
    return jsonResponse(error.status, { error: { code, message, ...(issues ? { issues } : {}) } }, headers);
  }
  const requestId = randomUUID();
  log().error({ err: error, name, requestId }, "dashboard procedure failed");
  const message = `Something went wrong. Try again. If it keeps failing, send your operator this ID: ${requestId}`;
  return jsonResponse(500, { error: { code: "internal_error", message } });
}

/** A JSON response that no cache stores. */
export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });
}
