import { serviceVersions } from "#lib/core/service-versions.ts";

/**
 * The sentence that a client reads for each error code, where the error says nothing more precise. The list of codes is
 * closed: a code outside it breaks existing clients. Statuses and reference texts are in
 * lib/edge/error-table.ts.
 */
export const errorMessages = {
  invalid_params: "The request can't be read.",
  params_validation: "A field of the request isn't valid.",
  missing_idempotency_key: "The Idempotency-Key header is missing. Send a new unique value for each thing to create.",
  payment_not_succeeded: "Only a payment that succeeded can be refunded.",
  invalid_state: "The payment's status doesn't allow this.",
  quote_expired: "The chosen option has expired. Request the options again.",
  invalid_api_version: "The version is malformed. Send a version such as 2026-02-18, or leave the version out.",
  unknown_api_version: `This version doesn't exist. Send ${serviceVersions.join(" or ")}, or leave the version out.`,
  header_not_ascii: "A header has characters that aren't visible ASCII.",
  missing_api_key: "The Api-Key header is missing.",
  invalid_api_key: "The API key isn't valid.",
  missing_merchant_id: "The Merchant-Id header is missing.",
  missing_auth_headers: "Send an Api-Key or an App-Id header.",
  invalid_app_id: "The App-Id isn't registered, or was revoked.",
  forbidden: "The API key isn't allowed to do this.",
  payment_not_found: "Payment not found.",
  not_found: "Not found. Check the path and its ids.",
  idempotency_conflict: "The Idempotency-Key was already used with a different request.",
  settlement_asset_conflict: "The merchant already has a settlement destination for this asset.",
  already_refunded: "The payment is already refunded in full.",
  version_conflict: "The record was changed by another request. Fetch it again and retry.",
  payment_expired: "The payment has expired.",
  rate_limited: "Too many requests. Try again later.",
  internal_error: "Something went wrong on our side.",
  bad_gateway: "A service that this request depends on didn't answer. Try again.",
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorMessages;

/**
 * A problem with one field. `field` is a dotted path such as `amount.value` or `settlements.0.asset`; `message` is a
 * predicate that follows it, such as "must be a whole number".
 */
export type Issue = { field: string; message: string };

export type TillErrorDetails = {
  /** A more precise sentence for the client than the code's own. */
  message?: string;
  /** Clients get the first 20, and the number of all in `message`. */
  issues?: readonly Issue[];
  /** The value is well formed but can't be used: an account with too small a balance, another account's signature. */
  isUnusable?: boolean;
  /** When a retry can succeed, in whole seconds from now. */
  retryAfterSeconds?: number;
  /** The internal reason; logged, never sent. */
  cause?: unknown;
};

const brand = Symbol.for("till.error");

/** A client that reads these knows what is wrong with it. A body of 64 KiB can break thousands of rules. */
const maxIssues = 20;

/**
 * The only class of errors that reach a client: a code and facts. How a protocol expresses them, such as an HTTP status
 * and headers, is up to the edge. Anything else thrown is answered as `internal_error`.
 */
export class TillError extends Error {
  readonly [brand] = true;
  override readonly name = "TillError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly isUnusable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: TillErrorDetails = {}) {
    super(details.message ?? describeIssues(details.issues) ?? errorMessages[code], { cause: details.cause });
    this.code = code;
    this.issues = details.issues?.slice(0, maxIssues);
    this.isUnusable = details.isUnusable ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * Recognizes a TillError by its brand. Next bundles its own copy of lib into the process of the custom server, and
 * `instanceof` fails for an error that the other copy threw.
 */
export function isTillError(value: unknown): value is TillError {
  return value instanceof Error && brand in value;
}

/** A `params_validation` about one field that breaks a rule. */
export function invalidField(field: string, message: string): TillError {
  return new TillError("params_validation", { issues: [{ field, message }] });
}

/** A `params_validation` about one field that is well formed but can't be used. */
export function unusableField(field: string, message: string): TillError {
  return new TillError("params_validation", { issues: [{ field, message }], isUnusable: true });
}

/** The first issue as a sentence, and how many more there are: SDKs and point-of-sale apps show nothing else. */
function describeIssues(issues: readonly Issue[] = []): string | undefined {
  const [first] = issues;
  if (first === undefined) return undefined;
  const sentence = first.field === "" ? `The value ${first.message}` : `${first.field} ${first.message}`;
  return issues.length === 1 ? sentence : `${sentence} (and ${issues.length - 1} more)`;
}
