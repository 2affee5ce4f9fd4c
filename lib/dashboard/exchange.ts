import { randomUUID } from "node:crypto";
import { TillError } from "#lib/core/errors.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** More than any form of the dashboard sends. */
const mostCharacters = 65_536;

/**
 * Keeps other sites from acting with a visitor's cookie, beside the cookie's SameSite: a browser says where a POST comes
 * from, and JSON needs a preflight, which nobody answers.
 * @throws TillError `forbidden`.
 */
export function refuseForeign(request: Request): void {
  const isOurs = request.headers.get("origin") === new URL(env().PUBLIC_URL).origin;
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
  if (!isOurs || !isJson)
    throw new TillError("forbidden", {
      message: "This endpoint only accepts requests from the dashboard's own pages.",
    });
}

/** What a page sent: the body of a POST, else `?input=`. @throws TillError `invalid_params`. */
export async function readInput(request: Request): Promise<unknown> {
  const text =
    request.method === "POST" ? await request.text() : (new URL(request.url).searchParams.get("input") ?? "{}");
  if (text.length > mostCharacters) throw new TillError("invalid_params", { status: 413 });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TillError("invalid_params", { cause: error });
  }
}

/** An error as the API answers it; one that nobody foresaw is logged under a number, which is all that is told. */
export function respondError(error: unknown, name: string): Response {
  if (error instanceof TillError) {
    const { code, message, issues, headers } = error;
    return respond(error.status, { error: { code, message, ...(issues ? { issues } : {}) } }, headers);
  }
  const requestId = randomUUID();
  log().error({ err: error, name, requestId }, "the dashboard could not be answered");
  const message = `Something went wrong. Try again. If it keeps failing, send your operator this ID: ${requestId}`;
  return respond(500, { error: { code: "internal_error", message } });
}

/** JSON that no cache keeps. */
export function respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });
}
