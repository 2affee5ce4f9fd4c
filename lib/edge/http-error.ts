import { type ErrorCode, type Issue, TillError, type TillErrorDetails } from "#lib/core/errors.ts";
import { errorTable, type OtherStatus } from "#lib/edge/error-table.ts";

type HttpDetails = TillErrorDetails & { status: OtherStatus; headers?: Readonly<Record<string, string>> };

/** A refusal of the protocol itself: a code at another status than its own, with headers of its own. */
export class HttpError extends TillError {
  readonly status: OtherStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { status, headers = {}, ...details }: HttpDetails) {
    super(code, details);
    this.status = status;
    this.headers = headers;
  }
}

/** By its fields, because the other copy of lib in this process has its own class. */
function isHttpError(error: TillError): error is HttpError {
  return "status" in error && "headers" in error;
}

/** The HTTP status of an error. */
export function statusOf(error: TillError): number {
  if (isHttpError(error)) return error.status;
  if (error.code === "bad_gateway" && error.retryAfterSeconds !== undefined) return 503;
  return error.isUnusable ? 422 : errorTable[error.code].status;
}

/** The headers of an error's response, by lower-case name. */
export function errorHeaders(error: TillError): Record<string, string> {
  const { retryAfterSeconds } = error;
  const retry = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return isHttpError(error) ? { ...retry, ...error.headers } : retry;
}

/** An error as clients receive it. */
export function presentError({ code, message, issues }: TillError): {
  code: ErrorCode;
  message: string;
  issues?: readonly Issue[];
} {
  return issues === undefined ? { code, message } : { code, message, issues };
}
