import { type ErrorCode, type Issue, isTillError, TillError, type TillErrorDetails } from "#lib/core/errors.ts";
import { codesOf, isDatabaseDown } from "#lib/db/database-down.ts";
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
  const isOurs = error.code === "bad_gateway" || error.code === "internal_error";
  if (isOurs && error.retryAfterSeconds !== undefined) return 503;
  return error.isUnusable ? 422 : errorTable[error.code].status;
}

/** The headers of an error's response, by lower-case name. */
export function errorHeaders(error: TillError): Record<string, string> {
  const { retryAfterSeconds } = error;
  const retry = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return isHttpError(error) ? { ...retry, ...error.headers } : retry;
}

/** SQLSTATEs of statements that the database ended, although nothing is wrong with the request. */
const endedByDatabase: Readonly<Record<string, { message: string; retryAfterSeconds: number }>> = {
  // query_canceled, by DATABASE_STATEMENT_TIMEOUT.
  "57014": {
    message: "This took too long and was stopped. Narrow it down, such as to a shorter period, or try again later.",
    retryAfterSeconds: 5,
  },
  // deadlock_detected: the transaction has been rolled back. It isn't repeated here, because its work may not be repeatable.
  "40P01": { message: "This change conflicted with another one. Try again.", retryAfterSeconds: 1 },
};

const databaseDown = { message: "The service can't reach its database right now. Try again.", retryAfterSeconds: 5 };

/**
 * Returns the error that a client gets for anything thrown; null for one that is ours to look into. A statement that the database
 * ended because it took too long or was part of a deadlock is 503, and so is a database that can't be reached or takes no writes.
 */
export function refusalOf(thrown: unknown): TillError | null {
  if (isTillError(thrown)) return thrown;
  const ended = codesOf(thrown).find((code) => Object.hasOwn(endedByDatabase, code));
  const refusal = endedByDatabase[ended ?? ""] ?? (isDatabaseDown(thrown) ? databaseDown : undefined);
  return refusal === undefined ? null : new HttpError("internal_error", { status: 503, ...refusal, cause: thrown });
}

/** An error as clients receive it. */
export function presentError({ code, message, issues }: TillError): {
  code: ErrorCode;
  message: string;
  issues?: readonly Issue[];
} {
  return issues === undefined ? { code, message } : { code, message, issues };
}
