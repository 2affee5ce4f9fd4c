import { randomUUID } from "node:crypto";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { errorHeaders, presentError, statusOf } from "#lib/edge/http-error.ts";
import { parseJson } from "#lib/edge/parse-json.ts";
import { readBody } from "#lib/edge/read-body.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/**
 * Keeps other sites from acting with a visitor's cookie, beside the cookie's SameSite: a browser says where a POST comes
 * from, and JSON needs a preflight, which nobody answers.
 * @throws TillError `forbidden`.
 */
export function refuseForeign(request: Request): void {
  const isOurs = request.headers.get("origin") === new URL(env().PUBLIC_URL).origin;
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
  if (!isOurs || !isJson) throw new TillError("forbidden", { message: "This is for the dashboard's own pages." });
}

/** What a page sent: the body of a POST, else `?input=`. @throws TillError `invalid_params`. */
export async function readInput(request: Request): Promise<unknown> {
  if (request.method === "POST") return parseJson(await readBody(request.body));
  return parseJson(new URL(request.url).searchParams.get("input") ?? "{}");
}

/** An error as the API answers it; one that nobody foresaw is logged under a number, which is all that is told. */
export function respondError(error: unknown, name: string): Response {
  if (isTillError(error)) {
    return respond(statusOf(error), { error: presentError(error) }, errorHeaders(error));
  }
  const requestId = randomUUID();
  log().error({ err: error, name, requestId }, "the dashboard could not be answered");
  const message = `Something went wrong here. If it stays, tell your operator this number: ${requestId}`;
  return respond(500, { error: { code: "internal_error", message } });
}

/** JSON that no cache keeps. */
export function respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });
}
