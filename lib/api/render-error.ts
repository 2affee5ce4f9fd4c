import type { ApiResult } from "#lib/api/http.ts";
import { TillError } from "#lib/core/errors.ts";
import { errorHeaders, presentError, refusalOf, statusOf } from "#lib/edge/http-error.ts";
import { log } from "#lib/log/log.ts";

/** A response, and the error that its body shows. */
type RenderedError = ApiResult & { error: TillError };

/**
 * Renders anything thrown as a response: `{ code, message, issues? }`. An error other than a TillError
 * becomes `internal_error`, and its own message goes to the log only. Server errors are logged, except the
 * 503 of a shutdown, which has no cause and announces itself, and failures after the client disconnected. A
 * network that doesn't respond is a warning here, because the worker raises `chain_down` for it.
 */
export function renderError(
  thrown: unknown,
  { isClientGone = false, ...context }: { requestId: string; operationId: string; isClientGone?: boolean },
): RenderedError {
  const error = refusalOf(thrown) ?? new TillError("internal_error", { cause: thrown });
  const status = statusOf(error);
  const isShutdown = status === 503 && error.code === "internal_error" && error.cause === undefined;
  if (status >= 500 && !isShutdown && !isClientGone) {
    log()[status === 503 ? "warn" : "error"]({ err: error, ...context }, "a request failed");
  }
  return { status, headers: errorHeaders(error), body: errorBody(error), error };
}

/** The JSON text of an error. */
export function errorBody(error: TillError): string {
  return JSON.stringify(presentError(error));
}
