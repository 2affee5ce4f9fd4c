import type { ApiResult } from "#lib/api/http.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { log } from "#lib/log/log.ts";

/**
 * Turns anything thrown into an answer: `{ code, message, issues? }`. What is not a TillError becomes
 * `internal_error`; its own message goes to the log and nowhere else. A 503 is announced by the shutdown itself, and a
 * client that went away while it sent its body is no fault of ours: neither is logged as one.
 */
export function renderError(
  thrown: unknown,
  { isClientGone = false, ...context }: { requestId: string; operationId: string; isClientGone?: boolean },
): ApiResult {
  const error = isTillError(thrown) ? thrown : new TillError("internal_error", { cause: thrown });
  const isFault = error.status >= 500 && error.status !== 503 && !isClientGone;
  if (isFault) log().error({ err: error, ...context }, "a request failed");
  return { status: error.status, headers: { ...error.headers }, body: errorBody(error) };
}

/** The JSON text of an error. */
export function errorBody({ code, message, issues }: TillError): string {
  return JSON.stringify({ code, message, ...(issues === undefined ? {} : { issues }) });
}
